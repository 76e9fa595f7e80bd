import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { post } from '../../src/earnings/testing/ledger.ts'
import { reportText } from '../../src/orders/testing/report-text.ts'
import { receiptOf } from '../../src/payouts/testing/receipts.ts'
import { createIdempotencyJobs } from '../../src/platform/idempotency.ts'
import { addDays, dayMs, utcDay } from '../../src/shared/time.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { type Person, signInAgain, signUp, signUpAdmin } from '../harness/people.ts'
import { notCreating } from './not-creating.ts'

type Operation = { parameters?: { in: string; name: string }[] }

let app: TestApp
/** Another process on the same database, as after a restart. */
let restarted: TestApp
let ana: Person
let ben: Person
/** Who is no admin: what pays themselves admins cannot decide. */
let paid: Person
/** Every POST of the API's description, and whether it names the header. */
let posts: Map<string, boolean>

beforeAll(async () => {
  app = await startTestApp()
  restarted = await startTestApp({ database: app.database, clock: app.clock })
  ana = await signUpAdmin(app)
  ben = await signUpAdmin(app)
  paid = await signUp(app)
  const { body } = await app.request('GET', '/api/openapi.json')
  const paths = Object.entries(body.paths as Record<string, { post?: Operation }>)
  posts = new Map(
    paths.flatMap(([path, { post }]) =>
      post
        ? [[`POST ${path}`, !!post.parameters?.some((one) => one.in === 'header' && one.name === header)]]
        : [],
    ),
  )
})
afterAll(async () => {
  await restarted.close()
  await app.close()
})

const header = 'idempotency-key'

const run = async (statement: string, values: unknown[] = []) =>
  (await app.database.pool.query(statement, values)).rows

const count = async (from: string) => Number((await run(`select count(*) as n from ${from}`))[0].n)

/** Resolves when no step of the pipeline is running: a request would join a waiting one, with a key or without. */
const stepsOver = () =>
  vi.waitUntil(async () => (await count(`order_runs where state in ('waiting', 'running')`)) === 0, {
    timeout: 30_000,
  })

async function stoppedRun(): Promise<string> {
  const [row] = await run(
    `insert into order_runs (kind, state, created_at, finished_at) values ('match', 'stopped', now(), now()) returning id`,
  )
  return row.id
}

type Sent = { path: string; body?: unknown; type?: string }
/** A request, a different one, unless only one is possible, and the table in which its result is counted. */
type Creating = { sent: () => Promise<Sent> | Sent; other?: () => Promise<Sent> | Sent; made: string }

const product = (title: string): Sent => ({
  path: '/api/v1/products',
  body: { amazon_url: 'https://amazon.com/dp/B0LAMP0001', title, category_id: null },
})
const list = (title: string): Sent => ({ path: '/api/v1/me/lists', body: { title } })
const collection = (title: string): Sent => ({
  path: '/api/v1/me/collection',
  type: 'text/csv',
  body: `amazon_url,title\nhttps://amazon.com/dp/B0LAMP0002,${title}\nno link,Wrong`,
})
const file = (id: string, path = '/api/v1/admin/imports?file_name=a.csv'): Sent => ({
  path,
  type: 'text/csv',
  body: reportText([{ order_item_id: id }]),
})
const trackingId = (tag: string): Sent => ({
  path: '/api/v1/admin/tracking-ids',
  body: { tag, username: paid.username, valid_from: '2026-11-01' },
})
const receipt = (reference: string): Sent => ({
  path: '/api/v1/admin/receipts',
  body: receiptOf({ month: '2026-09', amount: 12.5, received_on: '2026-11-20', reference }),
})
const adjustment = (amount: number): Sent => ({
  path: '/api/v1/admin/adjustments',
  body: { username: paid.username, amount, reason: 'For the photos' },
})
// On days of their own: a second one on the same day is refused.
const change = (fee_bps: number) => ({
  ...{ fee_bps, reason: 'As agreed' },
  from: addDays(utcDay(app.clock.now()), fee_bps / 100),
})
const fee = (fee_bps: number): Sent => ({ path: '/api/v1/admin/fees', body: change(fee_bps) })
async function ownFee(fee_bps: number): Promise<Sent> {
  const [payee] = await run('select id from payees where user_id = $1', [paid.id])
  return { path: `/api/v1/admin/payees/${payee.id}/fees`, body: change(fee_bps) }
}
const proposal = (amount: number): Sent => ({
  path: '/api/v1/admin/proposals',
  body: { call: 'POST /api/v1/admin/adjustments', body: adjustment(amount).body },
})
/** Asks about a row of a person's own. */
async function question({ id }: Person): Promise<Sent> {
  const [payee] = await run('select id from payees where user_id = $1', [id])
  await post(app, { payeeId: payee.id }, [{ gross: 100, at: app.clock.now() }])
  const [row] = await run('select id from earnings_ledger where payee_id = $1 order by sequence desc', [
    payee.id,
  ])
  return { path: `/api/v1/me/ledger/${row.id}/question`, body: { text: 'Why so little?' } }
}
const startRun = (kind: string): Sent => ({ path: '/api/v1/admin/runs', body: { kind } })
const restart = async (): Promise<Sent> => ({ path: `/api/v1/admin/runs/${await stoppedRun()}/restart` })
const report = (id: string): Sent => ({
  path: '/functions/v1/amazon-import',
  body: { csvData: reportText([{ order_item_id: id }]) },
})
const newRuns = `order_runs where state <> 'stopped'`
const newImports = `import_batches where state <> 'repeated'`

/** The calls that make something, each with a request as clients send it. */
const creating: Record<string, Creating> = {
  'POST /api/v1/products': { sent: () => product('Lamp'), other: () => product('Kettle'), made: 'products' },
  'POST /api/v1/me/collection': {
    sent: () => collection('Lamp'),
    other: () => collection('Kettle'),
    made: 'products',
  },
  'POST /api/v1/admin/imports': { sent: () => file('a-1'), other: () => file('a-2'), made: newImports },
  'POST /api/v1/admin/runs': {
    sent: () => startRun('match'),
    other: () => startRun('calculate'),
    made: newRuns,
  },
  'POST /api/v1/admin/runs/{id}/restart': { sent: restart, other: restart, made: newRuns },
  'POST /api/v1/admin/tracking-ids': {
    sent: () => trackingId('anas-20'),
    other: () => trackingId('anas-21'),
    made: 'tracking_ids',
  },
  'POST /api/v1/admin/receipts': {
    sent: () => receipt('A-1'),
    other: () => receipt('A-2'),
    made: 'transfers',
  },
  'POST /api/v1/admin/adjustments': {
    sent: () => adjustment(1.5),
    other: () => adjustment(-2),
    made: 'earnings_ledger',
  },
  'POST /api/v1/admin/fees': { sent: () => fee(1_000), other: () => fee(1_500), made: 'platform_fees' },
  'POST /api/v1/admin/payees/{id}/fees': {
    sent: () => ownFee(1_000),
    other: () => ownFee(1_500),
    made: 'platform_fees',
  },
  'POST /api/v1/admin/proposals': {
    sent: () => proposal(1.5),
    other: () => proposal(-2),
    made: 'admin_proposals',
  },
  'POST /api/v1/me/ledger/{id}/question': {
    sent: () => question(ana),
    other: () => question(ben),
    made: 'ledger_question_messages',
  },
  'POST /api/v1/me/lists': { sent: () => list('My desk'), other: () => list('My kitchen'), made: 'lists' },
  'POST /functions/v1/amazon-import': {
    sent: () => report('f-1'),
    other: () => report('f-2'),
    made: newImports,
  },
  'POST /functions/v1/commission-matcher': {
    sent: () => ({ path: '/functions/v1/commission-matcher' }),
    made: newRuns,
  },
  'POST /functions/v1/earnings-calculator': {
    sent: () => ({ path: '/functions/v1/earnings-calculator' }),
    made: newRuns,
  },
}

const send = (to: TestApp, { token }: Person, key: string, { path, body, type }: Sent) =>
  to.request('POST', path, {
    token,
    headers: { [header]: key, ...(type && { 'content-type': type }) },
    ...(body !== undefined && { body }),
  })

/** The result in an answer: an id, or the result of a function or an import of a collection. */
const madeOf = ({ id, results, created, skipped }: Record<string, unknown>) =>
  id ?? JSON.stringify({ results, created, skipped })

describe('POSTs', () => {
  it('that make something name Idempotency-Key in the reference, and all others are listed as needing none', () => {
    const names = [...posts.keys()].sort()
    expect(names).toEqual([...Object.keys(creating), ...Object.keys(notCreating)].sort())
    expect(names.filter((name) => posts.get(name))).toEqual(Object.keys(creating).sort())
  })

  it.each(Object.entries(creating))('%s makes it once', async (_call, { sent, other, made }) => {
    const request = await sent()
    const otherRequest = await other?.()
    await stepsOver()
    const before = await count(made)

    const answers = await Promise.all([1, 2, 3, 4].map(() => send(app, ana, 'a-key-of-mine', request)))
    const [first] = answers
    expect(answers.map(({ status }) => status)).toEqual(Array(4).fill(first?.status))
    expect([200, 201]).toContain(first?.status)
    expect(new Set(answers.map(({ body }) => madeOf(body))).size).toBe(1)
    await stepsOver()
    const madeRuns = await count(made)
    expect(madeRuns).toBeGreaterThan(before)

    // The answer was lost; meanwhile the process was restarted.
    app.clock.advance(1_000)
    const again = await send(restarted, ana, 'a-key-of-mine', request)
    expect([again.status, madeOf(again.body)]).toEqual([first?.status, madeOf(first?.body)])
    await stepsOver()
    expect(await count(made)).toBe(madeRuns)
    if (!otherRequest) return

    const refused = await send(app, ana, 'a-key-of-mine', otherRequest)
    expect([refused.status, refused.body.code]).toEqual([422, 'idempotency_key_reused'])
    expect(await count(made)).toBe(madeRuns)

    const bens = await send(app, ben, 'a-key-of-mine', otherRequest)
    expect(bens.status).toBe(first?.status)
    expect(await count(made)).toBeGreaterThan(madeRuns)
    await stepsOver()
  })

  it('that are refused do not use up the key', async () => {
    const wrong = trackingId('anas-30')
    const nobody = { ...wrong, body: { ...(wrong.body as object), username: 'nobody_at_all' } }
    expect((await send(app, ana, 'corrected', nobody)).status).toBe(400)
    expect((await send(app, ana, 'corrected', wrong)).status).toBe(201)
  })

  it('of two calls may use the same key', async () => {
    await stepsOver()
    const before = await count(newRuns)
    for (const path of ['commission-matcher', 'earnings-calculator'])
      expect((await send(app, ana, 'of-two-calls', { path: `/functions/v1/${path}` })).status).toBe(200)
    expect(await count(newRuns)).toBe(before + 2)
  })

  it('leave no second import when the same report comes twice at once, or again', async () => {
    const sent = file('twice-1')
    const [one, two] = await Promise.all([1, 2].map(() => send(app, ana, 'a-report-twice', sent)))
    expect(one?.body.id).toBe(two?.body.id)
    await stepsOver()
    const all = await count('import_batches')
    expect((await send(app, ana, 'a-report-twice', sent)).body.id).toBe(one?.body.id)
    expect(await count('import_batches')).toBe(all)
    const others = await run(
      `select state, repeats_id from import_batches where file_hash = (select file_hash from import_batches where id = $1) and id <> $1`,
      [one?.body.id],
    )
    expect(others).toEqual(others.map(() => ({ state: 'repeated', repeats_id: one?.body.id })))
    const fields = { ...sent, path: `${sent.path}&apply=true` }
    const { status, body } = await send(app, ana, 'a-report-twice', fields)
    expect([status, body.code]).toEqual([422, 'idempotency_key_reused'])
  })

  it('of a preview of a collection do not use up the key', async () => {
    const whole = collection('Vase')
    const preview = { ...whole, path: `${whole.path}?preview=true` }
    expect((await send(app, ana, 'looked-over', preview)).body).toMatchObject({ created: 1, skipped: 1 })
    expect((await send(app, ana, 'looked-over', whole)).body).toMatchObject({ created: 1, skipped: 1 })
  })

  it('refuse malformed keys', async () => {
    const { status, body } = await send(app, ana, 'short', startRun('match'))
    expect([status, body.code]).toEqual([400, 'malformed_request'])
  })

  it('are recognised for 30 days', async () => {
    const sent = product('Chair')
    const first = await send(app, ana, 'a-month-ago', sent)
    const forget = async () => {
      for (const job of createIdempotencyJobs({ db: app.database.db, clock: app.clock.now }))
        await job.run({}, new AbortController().signal)
    }
    app.clock.advance(30 * dayMs - 1_000)
    await forget()
    const { access_token: token } = await signInAgain(app, ana)
    expect((await send(app, { ...ana, token }, 'a-month-ago', sent)).body.id).toBe(first.body.id)
    app.clock.advance(2_000)
    await forget()
    expect(await count(`idempotency_keys where key = 'a-month-ago'`)).toBe(0)
  })
})
