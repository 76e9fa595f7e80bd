import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { type Person, proveAddress, signUp } from '../../../tests/harness/people.ts'
import { inTransaction } from '../../platform/context.ts'
import { forgetNewsOf, type Telling, tell } from './service.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const context = () => ({ db: app.database.db, clock: app.clock.now, actor: null })
const telling = (tellings: Telling[]) => inTransaction(context(), (tx) => tell(tx, tellings))

async function proven(first?: string): Promise<Person> {
  const person = await signUp(app, first ? { first } : {})
  await proveAddress(app, person)
  return person
}

const newsOf = async ({ id }: Person) => {
  const { rows } = await app.database.pool.query(
    `select kind, subject, about, actors, count, amount_cents, detail, read_at is not null as is_read
     from news where user_id = $1 order by at desc, id desc`,
    [id],
  )
  return rows
}

const aThing = '01900000-0000-7000-8000-000000000001'
const other = '01900000-0000-7000-8000-000000000002'

describe('telling (docs/product/news.md#what-is-told)', () => {
  it('joins what is unread, newest people first, and begins anew once it is read', async () => {
    const star = await proven()
    const fans = await Promise.all(['A', 'B', 'C', 'D'].map(proven))
    for (const { id } of fans) await telling([{ userId: star.id, kind: 'followed', actor: id }])
    const [row] = await newsOf(star)
    expect(row).toMatchObject({ kind: 'followed', subject: null, count: 4 })
    expect(row.actors).toEqual(
      fans
        .slice(1)
        .map(({ id }) => id)
        .reverse(),
    )
    await app.database.pool.query('update news set read_at = at where user_id = $1', [star.id])
    const fan = await proven()
    await telling([{ userId: star.id, kind: 'followed', actor: fan.id }])
    expect((await newsOf(star)).map(({ count, is_read }) => [count, is_read])).toEqual([
      [1, false],
      [4, true],
    ])
  })

  it('tells once for good of each person and thing', async () => {
    const [star, fan] = [await proven(), await proven()]
    const follow = { userId: star.id, kind: 'followed', actor: fan.id } as const
    await telling([follow, follow])
    await telling([follow])
    const listed = { userId: star.id, kind: 'listed', subject: aThing, actor: fan.id } as const
    await telling([
      { ...listed, about: aThing },
      { ...listed, about: other },
      { ...listed, subject: other, about: other },
    ])
    await telling([{ ...listed, about: aThing }])
    expect(
      (await newsOf(star)).map(({ kind, subject, about, count }) => [kind, subject, about, count]),
    ).toEqual(
      expect.arrayContaining([
        ['followed', null, null, 1],
        ['listed', aThing, other, 1],
        ['listed', other, other, 1],
      ]),
    )
    expect(await newsOf(star)).toHaveLength(3)
  })

  it('adds up counts and amounts, and keeps apart what joins nothing', async () => {
    const maya = await proven()
    const order = { userId: maya.id, kind: 'order_posted' } as const
    await telling([
      { ...order, count: 2, amountCents: 300 },
      { ...order, count: 1, amountCents: 50 },
      { userId: maya.id, kind: 'amazon_paid', amountCents: 5 },
      { userId: maya.id, kind: 'amazon_paid' },
    ])
    await telling([{ ...order, count: 4, amountCents: -20 }])
    const rows = await newsOf(maya)
    expect(rows.filter(({ kind }) => kind === 'amazon_paid')).toHaveLength(2)
    expect(rows.find(({ kind }) => kind === 'order_posted')).toMatchObject({ count: 7, amount_cents: 330 })
  })

  it('tells nobody of themselves, nor of who is unproven or suspended, nor who does not exist', async () => {
    const [star, fan, unproven] = [await proven(), await proven(), await signUp(app)]
    await app.database.pool.query(
      `update users set suspended_at = now(), suspended_reason = 'Spam' where id = $1`,
      [fan.id],
    )
    await telling([
      { userId: star.id, kind: 'followed', actor: star.id },
      { userId: star.id, kind: 'followed', actor: fan.id },
      { userId: star.id, kind: 'followed', actor: unproven.id },
      { userId: aThing, kind: 'followed', actor: star.id },
    ])
    expect(await newsOf(star)).toEqual([])
    // Once they have proven their address, it is told.
    await proveAddress(app, unproven)
    await telling([{ userId: star.id, kind: 'followed', actor: unproven.id }])
    expect(await newsOf(star)).toHaveLength(1)
  })

  it('keeps the newest five hundred of an account', async () => {
    const maya = await proven()
    await telling(Array.from({ length: 499 }, () => ({ userId: maya.id, kind: 'amazon_paid' }) as const))
    app.clock.advance(1_000)
    await telling([
      { userId: maya.id, kind: 'order_posted', amountCents: 1 },
      { userId: maya.id, kind: 'hold_lifted' },
    ])
    const rows = await newsOf(maya)
    expect(rows).toHaveLength(500)
    expect(
      rows
        .slice(0, 2)
        .map(({ kind }) => kind)
        .sort(),
    ).toEqual(['hold_lifted', 'order_posted'])
  })

  it('forgets what somebody did who goes', async () => {
    const [star, one, two] = [await proven(), await proven(), await proven()]
    await telling([
      { userId: star.id, kind: 'followed', actor: one.id },
      { userId: star.id, kind: 'followed', actor: two.id },
      { userId: star.id, kind: 'saved', subject: aThing, actor: one.id },
    ])
    await inTransaction(context(), (tx) => forgetNewsOf(tx, one.id))
    expect(await newsOf(star)).toMatchObject([{ kind: 'followed', count: 1, actors: [two.id] }])
    await telling([{ userId: star.id, kind: 'followed', actor: one.id }])
    expect(await newsOf(star)).toHaveLength(1)
  })

  it('gives each account one job, however often it is told', async () => {
    const maya = await proven()
    await telling([{ userId: maya.id, kind: 'hold_set' }])
    await telling([{ userId: maya.id, kind: 'hold_lifted' }])
    const jobs = async (name: string) =>
      (
        await app.database.pool.query(
          `select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
           where t.identifier = $1 and j.payload::text like '%' || $2 || '%'`,
          [name, maya.id],
        )
      ).rows
    expect(await jobs('spread_news')).toHaveLength(2)
  })
})

describe('telling at once', () => {
  it('a hundred follows are one row with a right count, also while it is read', async () => {
    const star = await proven()
    const { rows: fans } = await app.database.pool.query(
      `insert into users (email, created_at, updated_at, email_verified_at)
       select 'fan' || n || '@example.com', now(), now(), now() from generate_series(1, 100) n returning id`,
    )
    const read = () =>
      app.database.pool.query('update news set read_at = at where user_id = $1 and read_at is null', [
        star.id,
      ])
    // As many at once as there are connections.
    const some = async (mine: { id: string }[]) => {
      for (const [n, { id }] of mine.entries()) {
        await telling([{ userId: star.id, kind: 'followed', actor: id }])
        if (n === 5) await read()
      }
    }
    const tens = Array.from({ length: 10 }, (_, n) => fans.slice(10 * n, 10 * n + 10))
    await Promise.all(tens.map(some))
    const rows = await newsOf(star)
    expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(100)
    expect(rows.filter(({ is_read }) => !is_read).length).toBeLessThanOrEqual(1)
  })
})
