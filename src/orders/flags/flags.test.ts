import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { insertPerson, insertProduct } from '../../../tests/harness/factories.ts'
import { type Person, signUp, signUpAdmin } from '../../../tests/harness/people.ts'
import { foldClicks } from '../../clicks/index.ts'
import { ManualClock } from '../../platform/clock.ts'
import type { Flag } from './contract.ts'
import { judgePresses } from './service.ts'

let app: TestApp
let admin: Person
let script: Awaited<ReturnType<typeof insertPerson>>
let viral: typeof script

const dayAt = (days: number) => new Date(app.clock.now().getTime() + days * 86_400_000)
const dayOf = (at: Date) => at.toISOString().slice(0, 10)

type Visits = { owner: typeof script; day: Date; presses: number; networks: number; minutes?: number }

/** Presses of a day, each after two views, spread over minutes and networks. */
async function press({ owner, day, presses, networks, minutes = 1_200 }: Visits) {
  const product = await insertProduct(app.database.db, owner)
  const clicks = await app.database.pool.query(
    `insert into clicks (product_id, kind, outcome, visitor, network, clicked_at)
     select $1, case when k = 0 then 'outbound' else 'view' end, 'counted', sha256($6::bytea || int4send(n)),
       substring(sha256(int4send(n % $3)) for 16), $4::date + interval '1 hour' + n * $5::float8 / $2 * interval '1 minute'
     from generate_series(1, $2::int) n cross join generate_series(0, 2) k returning kind`,
    [product.id, presses, networks, dayOf(day), minutes, randomUUID()],
  )
  expect(clicks.rowCount).toBe(presses * 3)
  await app.database.pool.query(
    `insert into click_deltas (product_id, quarter, kind, outcome, clicks)
     select product_id, quarter_of(clicked_at), kind, outcome, count(*) from clicks where product_id = $1
     group by 1, 2, 3, 4`,
    [product.id],
  )
}

beforeAll(async () => {
  // At noon, since a day is judged when it has been over for an hour.
  app = await startTestApp({ clock: new ManualClock(new Date(new Date().setUTCHours(12, 0, 0, 0))) })
  admin = await signUpAdmin(app)
  const people = []
  for (let n = 0; n < 32; n++) people.push(await insertPerson(app.database.db))
  ;[script, viral] = people.splice(0, 2) as [typeof script, typeof script]
  for (const [n, owner] of people.entries())
    await press({ owner, day: dayAt(-1), presses: 24 + n, networks: 18 + n })
  await press({ owner: script, day: dayAt(-1), presses: 200, networks: 1 })
  await press({ owner: viral, day: dayAt(-1), presses: 600, networks: 540, minutes: 60 })
  await foldClicks(app.database)
})
afterAll(() => app.close())

const judge = () => judgePresses({ db: app.database.db, clock: app.clock.now, actor: null })
const list = async (query = '') =>
  (await app.request('GET', `/api/v1/admin/flags${query}`, { token: admin.token })).body.items as Flag[]
/** How many an admin's own profile counts. */
const waiting = async () =>
  (await app.request('GET', '/api/v1/me', { token: admin.token })).body.waiting.flags
const see = ({ id, day }: Flag) =>
  app.request('POST', `/api/v1/admin/flags/${id}/seen`, { token: admin.token, body: { day } })

describe('creators that stand out (decision 34)', () => {
  it('are flagged with the numbers they were judged by: a script, but neither an ordinary creator nor one who goes viral', async () => {
    await judge()
    await judge()
    const found = await list()
    expect(new Set(found.map(({ creator }) => creator.payee_id))).toEqual(new Set([script.payeeId]))
    expect(found.map(({ measure }) => measure).toSorted()).toEqual(['largest_network', 'presses_per_network'])
    expect(found.find(({ measure }) => measure === 'presses_per_network')).toMatchObject({
      creator: { username: script.username },
      day: dayOf(dayAt(-1)),
      value: 200,
      creators: 32,
      presses: 200,
      views: 400,
      networks: 1,
      seen: null,
    })
  })

  it('are listed until an admin has seen them, and again with newer evidence only', async () => {
    const before = await list()
    const [flag] = before as [Flag]
    expect(await waiting()).toBe(before.length)
    const { status, body } = await see(flag)
    expect(status).toBe(200)
    expect(body.seen).toEqual({ day: flag.day, at: app.clock.now().toISOString(), by: admin.username })
    expect(await list()).toHaveLength(before.length - 1)
    expect(await waiting()).toBe(before.length - 1)
    expect(await list('?state=all')).toHaveLength(before.length)
    const audit = await app.request('GET', '/api/v1/admin/audit', { token: admin.token })
    expect(audit.body.items[0]).toMatchObject({
      action: 'flag.seen',
      subject: flag.id,
      actor: admin.username,
    })
    await judge()
    expect(await list()).toHaveLength(before.length - 1)

    await press({ owner: script, day: dayAt(0), presses: 200, networks: 1 })
    await foldClicks(app.database)
    app.clock.advance(26 * 3_600_000)
    admin = await signUpAdmin(app)
    await judge()
    const after = await list()
    expect(after).toHaveLength(before.length)
    expect(after.every(({ day }) => day > flag.day)).toBe(true)
    expect((await see(flag)).body.code).toBe('version_mismatch')
  })

  it('shows that they are suspended, which does not take them off the list', async () => {
    const [{ creator }] = (await list('?state=all')) as [Flag]
    expect(creator).toMatchObject({ user_id: script.userId, is_suspended: false })
    const { status } = await app.request('POST', `/api/v1/admin/accounts/${script.userId}/suspend`, {
      token: admin.token,
      body: { reason: 'A script presses it all.' },
    })
    expect(status).toBe(200)
    for (const flag of await list('?state=all'))
      expect(flag.creator).toMatchObject({ username: script.username, is_suspended: true })
  })

  it('are for admins only', async () => {
    const [flag] = (await list()) as [Flag]
    const stranger = await signUp(app)
    for (const token of [undefined, stranger.token])
      for (const [method, path, body] of [
        ['GET', 'flags'],
        ['POST', `flags/${flag.id}/seen`, { day: flag.day }],
        ['POST', `flags/${flag.id}/seen`, {}],
      ] as const)
        expect((await app.request(method, `/api/v1/admin/${path}`, { token, body })).status).toBe(404)
  })
})
