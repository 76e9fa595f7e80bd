import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../tests/harness/app.ts'
import { type Person, signUp } from '../../tests/harness/people.ts'
import { collectionOf } from '../folio/testing/collection.ts'

let app: TestApp
let ana: Person
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  ana = await signUp(app)
})

/** Adds past clicks to a product, four at each instant, which differ only by site: `1.example`, `2.example`, … */
const fill = (productId: string, count: number) =>
  app.database.owner.pool.query(
    `insert into clicks (product_id, kind, outcome, visitor, site, clicked_at)
     select $1, 'view', 'counted', sha256(n::text::bytea), n || '.example',
       $2::timestamptz - interval '1.000001 seconds' * (1 + n / 4)
     from generate_series(1, $3::int) n`,
    [productId, app.clock.now(), count],
  )

/** The answer's body, to be read piece by piece. */
async function reading({ token }: Person) {
  const response = await fetch(new URL('/api/v1/me/clicks?format=csv', app.url), {
    headers: { authorization: `Bearer ${token}` },
  })
  return (response.body as ReadableStream<Uint8Array>).getReader()
}

describe('the export of very many clicks', () => {
  it('has each click once, also clicks of one instant, in pieces of bounded size', async () => {
    const shelf = collectionOf(app, ana)
    await fill((await shelf.post({ title: 'Quiet' })).id, 3)
    await fill((await shelf.post({ title: 'Viral' })).id, 60_000)
    const reader = await reading(ana)
    const decoder = new TextDecoder()
    let text = ''
    let largest = 0
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      text += decoder.decode(piece.value, { stream: true })
      largest = Math.max(largest, piece.value.length)
    }
    expect(largest).toBeLessThan(1_000_000)
    const lines = text.trimEnd().split('\r\n')
    expect(lines).toHaveLength(60_004)
    expect(new Set(lines.map((line) => line.split(',').slice(1).join())).size).toBe(60_004)
  })

  it('is an incomplete answer when it is cut off', async () => {
    await fill((await collectionOf(app, ana).post({ title: 'Viral' })).id, 100_000)
    const reader = await reading(ana)
    await reader.read()
    await app.database.owner.pool.query('alter table clicks rename to out_of_reach')
    const readOn = async () => {
      while (!(await reader.read()).done);
    }
    await expect(readOn()).rejects.toThrow()
    await app.database.owner.pool.query('alter table out_of_reach rename to clicks')
  })
})
