import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRandom } from '../../../db/demo/random.ts'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { randomRuns } from '../../../tests/harness/random-runs.ts'
import { seedOfRun } from '../../../tests/harness/seed.ts'
import { verify } from '../../platform/verification.ts'
import { type Creator, creatorOf } from '../testing/own-lists.ts'
import { listChecks } from '../verify.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const isClean = async () => {
  const lines: string[] = []
  const context = { db: app.database.db, clock: app.clock.now, actor: null }
  const wrong = await verify(context, [listChecks], (line) => lines.push(line))
  return wrong === 0 ? 'clean' : lines.join('\n')
}

describe('what happens to lists at once', () => {
  it('a product that is being deleted is not shown in the list that it is put into meanwhile', async () => {
    const maya = await creatorOf(app)
    const theo = await creatorOf(app, { first: 'Theo', products: 1 })
    const [product] = theo.products as [string]
    const { id } = await maya.lists.make({ product_ids: maya.products })
    const client = await app.database.owner.pool.connect()
    await client.query('begin')
    await client.query('update products set withheld = true where id = $1', [product])
    const adding = maya.lists.add(id, [product])
    await expect
      .poll(async () => {
        const { rows } = await app.database.owner.pool.query(
          `select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock'`,
        )
        return rows[0].n
      })
      .toBeGreaterThan(0)
    await client.query('commit')
    client.release()
    expect((await adding).status).toBe(404)
    expect(await isClean()).toBe('clean')
  })

  it('ends without a deadlock, and with every count right', { timeout: 240_000 }, async () => {
    const all = await Promise.all(
      ['Maya', 'Theo', 'Ines'].map((first) => creatorOf(app, { first, products: 5 })),
    )
    const products = all.flatMap((one) => one.products)
    const lists: { id: string; of: Creator }[] = []
    for (const of of all)
      for (const title of ['One', 'Two']) {
        const { id } = await of.lists.make({ title, product_ids: products })
        await app.database.owner.pool.query('delete from list_days')
        expect((await of.lists.publish(id)).status).toBe(200)
        lists.push({ id, of })
      }
    const random = createRandom(`lists ${seedOfRun()}`)
    const some = <T>(from: T[]): T => random.pick(from)
    const acts = [
      () => {
        const { id, of } = some(lists)
        return of.lists.add(id, [some(products), some(products), some(products)])
      },
      async () => {
        const { id, of } = some(lists)
        const { items } = (await of.lists.read(id)).items
        return of.lists.takeOut(id, some(items as { id: string }[])?.id ?? id)
      },
      () => {
        const one = some(all)
        return one.folio.patch(some(one.products), { title: random.chance(0.5) ? '' : 'Thing' })
      },
      () => {
        const one = some(all)
        return one.lists.refuse(some(one.products), some(lists).id)
      },
      () => {
        const { id, of } = some(lists)
        return of.lists.edit(id, { is_public: random.chance(0.5), title: some(['One', 'Two', 'Three']) })
      },
      // Several at once, as a suspension does.
      async () => {
        const one = some(all)
        await app.database.owner.pool.query(
          `update products set withheld = $2 where id in (
             select id from products where user_id = $1 and deleted_at is null order by id for no key update)`,
          [one.person.id, random.chance(0.5)],
        )
        return { status: 200 }
      },
    ]
    const { numRuns: rounds } = randomRuns(160)
    for (let round = 0; round < rounds; round++) {
      const answers = await Promise.all(Array.from({ length: 6 }, () => some(acts)()))
      expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
    }
    expect(await isClean()).toBe('clean')
  })
})
