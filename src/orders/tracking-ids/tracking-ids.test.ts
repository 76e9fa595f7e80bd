import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { insertPerson, type Person } from '../../../tests/harness/factories.ts'
import { type Person as SignedUp, signUpAdmin } from '../../../tests/harness/people.ts'
import { type Review, reviewOf, storeMatch, storeOrder } from '../testing/stage.ts'

let app: TestApp
let admin: SignedUp
let review: Review
let ana: Person
let ben: Person
let tag: string
let tags = 0

beforeAll(async () => {
  app = await startTestApp()
  admin = await signUpAdmin(app)
  review = reviewOf(app, admin)
  ana = await insertPerson(app.database.db, { username: 'ana_tracked' })
  ben = await insertPerson(app.database.db)
})
afterAll(() => app.close())
beforeEach(() => {
  tags += 1
  tag = `tag-${tags}-20`
  app.clock.advance(1_000)
})

const add = (values: Record<string, unknown> = {}) =>
  review.call('POST', 'tracking-ids', {
    tag,
    username: ana.username,
    valid_from: '2026-03-01',
    ...values,
  })
const change = (id: string, body: unknown) => review.call('PATCH', `tracking-ids/${id}`, body)
const list = async (q = '') =>
  (await review.call('GET', `tracking-ids?q=${encodeURIComponent(q)}`)).body.items
const problem = (path: string, message: unknown) => ({
  status: 400,
  body: { code: 'validation_failed', details: { problems: [{ path, message }] } },
})
const notes = async (id: string) => {
  const { rows } = await app.database.pool.query(
    'select actor_id, action, details from admin_audit where subject = $1 order by id',
    [id],
  )
  return rows
}

describe('tracking ids (docs/product/matching.md#tracking-ids)', () => {
  it('are given to a creator from a day on, and listed', async () => {
    const { status, body } = await add({ username: ' @ANA_tracked ', note: 'By mail' })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: body.id,
      tag,
      marketplace: 'us',
      creator: { payee_id: ana.payeeId, username: 'ana_tracked' },
      valid_from: '2026-03-01',
      valid_to: null,
      note: 'By mail',
    })
    expect((await list(tag))[0]).toEqual(body)
    expect(await notes(body.id)).toEqual([
      {
        actor_id: admin.id,
        action: 'tracking_id.add',
        details: {
          tag,
          marketplace: 'us',
          payee_id: ana.payeeId,
          valid_from: '2026-03-01',
          valid_to: null,
          orders: 0,
        },
      },
    ])
  })

  it.each([
    [
      'an unknown username',
      { username: 'nobody-here' },
      'username',
      'There is no creator with this username.',
    ],
    ['no username at all', { username: 'É?' }, 'username', 'There is no creator with this username.'],
    [
      'an end before its beginning',
      { valid_to: '2026-02-28' },
      'valid_to',
      'This day must come after the first one.',
    ],
    [
      'an end on its first day',
      { valid_to: '2026-03-01' },
      'valid_to',
      'This day must come after the first one.',
    ],
    ['a tag with a blank', { tag: 'a b' }, 'tag', 'Use letters, digits, - and _ only.'],
    ['a day that is none', { valid_from: '2026-02-30' }, 'valid_from', expect.any(String)],
  ])('%s is said beside the field', async (_, values, path, message) => {
    const answer = await add(values)
    expect(answer).toMatchObject(problem(expect.stringMatching(`${path}$`) as never, message))
    expect(await list(tag)).toEqual([])
  })

  it('are one creator’s at a time: the error says whose', async () => {
    await add({ valid_to: '2026-06-01' })
    for (const [days, until] of [
      [{ valid_from: '2026-05-31' }, ' until 2026-06-01'],
      [{ valid_from: '2025-01-01' }, ' until 2026-06-01'],
      [{ valid_from: '2026-04-01', valid_to: '2026-04-02' }, ' until 2026-06-01'],
    ] as const) {
      const { status, body } = await add({ username: ben.username, ...days })
      const message = `This tracking id stands for @ana_tracked from 2026-03-01${until}.`
      expect([status, body]).toEqual([
        409,
        { code: 'conflict', message, details: { problems: [{ path: 'tag', message }] } },
      ])
    }
    expect((await add({ username: ben.username, valid_from: '2026-06-01' })).status).toBe(201)
    expect(
      (await add({ username: ben.username, valid_from: '2026-01-01', valid_to: '2026-03-01' })).status,
    ).toBe(201)
    expect((await add({ username: ben.username, marketplace: 'uk' })).status).toBe(201)
    expect(await add({ username: ben.username, marketplace: 'zz' })).toMatchObject({
      status: 400,
      body: { message: 'marketplace: This is no Amazon marketplace. Use a code such as us or uk.' },
    })
  })

  it('are given once when two admins give the same at once', async () => {
    for (let round = 0; round < 5; round++) {
      const one = { tag: `${tag}-${round}` }
      const to = (person: Person) => add({ ...one, username: person.username })
      const answers = await Promise.all([to(ana), to(ben), add({ ...one, valid_from: '2026-04-01' })])
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    }
  })

  it('are given once when the request is repeated', async () => {
    const answers = [
      ...(await Promise.all([add({ note: 'By mail' }), add({ note: 'By mail' })])),
      await add({ username: '@ANA_tracked', note: 'By mail ', valid_to: null }),
    ]
    const [first] = answers
    for (const { status, body } of answers) expect([status, body]).toEqual([201, first?.body])
    expect(await notes(first?.body.id)).toHaveLength(1)
    expect(await list(tag)).toHaveLength(1)
    for (const other of [{}, { note: 'By mail', valid_to: '2027-01-01' }])
      expect((await add(other)).status).toBe(409)
  })

  it('end on a day, can be continued, and have the same note unless another is sent', async () => {
    const { body } = await add({ note: 'By mail' })
    expect((await change(body.id, { valid_to: '2026-08-01' })).body).toEqual({
      ...body,
      valid_to: '2026-08-01',
    })
    await add({ username: ben.username, valid_from: '2026-08-01', valid_to: '2026-09-01' })
    const longer = await change(body.id, { valid_to: null })
    expect([longer.status, longer.body.code]).toEqual([409, 'conflict'])
    expect(await change(body.id, { valid_to: '2026-03-01' })).toMatchObject(
      problem('valid_to', 'This day must come after the first one.'),
    )
    expect((await change(body.id, { valid_to: '2026-07-01', note: ' ' })).body).toMatchObject({
      valid_to: '2026-07-01',
      note: null,
    })
    expect((await notes(body.id)).map(({ action }) => action)).toEqual([
      'tracking_id.add',
      'tracking_id.change',
      'tracking_id.change',
    ])
  })

  it('are removed, and may be given again', async () => {
    const { body } = await add()
    expect((await review.call('DELETE', `tracking-ids/${body.id}`)).status).toBe(204)
    expect(await list(tag)).toEqual([])
    expect((await notes(body.id))[1]).toMatchObject({
      action: 'tracking_id.remove',
      details: { tag, payee_id: ana.payeeId },
    })
    expect((await add({ username: ben.username })).status).toBe(201)
  })

  it('that are unknown are not found', async () => {
    const id = '01989d3e-7b1c-7e5a-8a4b-0123456789ab'
    expect((await change(id, { valid_to: null })).status).toBe(404)
    expect((await review.call('DELETE', `tracking-ids/${id}`)).status).toBe(404)
    expect((await review.call('DELETE', 'tracking-ids/nonsense')).status).toBe(400)
  })
})

describe('orders that a tracking id concerns', () => {
  beforeEach(async () => {
    for (const [day, values] of [
      ['2026-02-28', {}],
      ['2026-03-01', {}],
      ['2026-05-31', {}],
      ['2026-06-01', {}],
      ['2026-04-01', { marketplace: 'uk' }],
      ['2026-04-02', { tracking_id: `${tag}-else` }],
      ['2026-04-03', { tracking_id: null }],
    ] as const) {
      const id = `${tag}/${day}`
      await storeMatch(app, await storeOrder(app, { id, order_date: day, tracking_id: tag, ...values }))
    }
  })
  const queued = async () => {
    const { rows } = await app.database.pool.query(
      'delete from orders_to_match where starts_with(order_item_id, $1) returning order_item_id as id',
      [`${tag}/`],
    )
    return rows.map(({ id }) => id.split('/')[1]).sort()
  }

  it('are matched again: those of its days, its marketplace and its tag', async () => {
    const { body } = await add({ valid_to: '2026-06-01' })
    expect(await queued()).toEqual(['2026-03-01', '2026-05-31'])
    expect((await notes(body.id))[0].details.orders).toBe(2)
    await change(body.id, { valid_to: null })
    expect(await queued()).toEqual(['2026-06-01'])
    await change(body.id, { valid_to: '2026-04-01' })
    expect(await queued()).toEqual(['2026-05-31', '2026-06-01'])
    await change(body.id, { valid_to: '2026-04-01' })
    expect(await queued()).toEqual([])
    await change(body.id, { valid_to: '2026-06-01' })
    expect(await queued()).toEqual(['2026-05-31'])
    await review.call('DELETE', `tracking-ids/${body.id}`)
    expect(await queued()).toEqual(['2026-03-01', '2026-05-31'])
  })

  it('are not matched again when it is refused', async () => {
    await add({ valid_to: '2026-06-01' })
    await queued()
    await add({ username: ben.username })
    expect(await queued()).toEqual([])
  })
})

describe('GET admin/tracking-ids', () => {
  it('finds by the beginning of a tag in any case, and by a creator; the newest first', async () => {
    const one = await add({ tag: `Find_${tag}` })
    app.clock.advance(1_000)
    const other = await add({ tag: `find-${tag}`, username: ben.username })
    const idsFor = async (q: string) => (await list(q)).map(({ id }: { id: string }) => id)
    expect(await idsFor('FIND')).toEqual([other.body.id, one.body.id])
    expect(await idsFor('find_')).toEqual([one.body.id])
    expect(await idsFor('%')).toEqual([])
    expect((await idsFor(`@${ben.username.toUpperCase()}`))[0]).toBe(other.body.id)
    expect(await idsFor(`@${ben.username}`)).not.toContain(one.body.id)
  })

  it('comes in pages of 50, each once', async () => {
    const { db } = app.database
    const rows = Array.from({ length: 60 }, (_, n) => ({
      tag: `page-${n}-20`,
      marketplace: 'us',
      payee_id: ben.payeeId,
      valid_from: '2026-01-01',
      // Many with the same creation time.
      created_at: new Date(app.clock.now().getTime() - (n % 2)),
    }))
    await db.insertInto('tracking_ids').values(rows).execute()
    const first = (await review.call('GET', 'tracking-ids?q=page-')).body
    const second = (await review.call('GET', `tracking-ids?q=page-&cursor=${first.next_cursor}`)).body
    expect([first.items.length, second.items.length, second.next_cursor]).toEqual([50, 10, null])
    const all = [...first.items, ...second.items].map(({ tag: one }) => one)
    expect(new Set(all).size).toBe(60)
    const answer = await review.call('GET', 'tracking-ids?cursor=2026-11-03_x')
    expect(answer).toMatchObject(problem('cursor', 'This cursor is not one of ours.'))
  })

  it('lists those whose creator has deleted their account, without a name', async () => {
    const { db } = app.database
    const gone = await insertPerson(db)
    const { body } = await add({ username: gone.username })
    await db.deleteFrom('users').where('id', '=', gone.userId).execute()
    expect((await list(tag))[0].creator).toEqual({ payee_id: gone.payeeId, username: null })
    expect((await add()).body.message).toBe(
      'This tracking id stands for someone who has left from 2026-03-01.',
    )
    expect((await review.call('DELETE', `tracking-ids/${body.id}`)).status).toBe(204)
  })
})
