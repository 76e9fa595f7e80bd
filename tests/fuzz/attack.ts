import { Agent, request as httpRequest } from 'node:http'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { UnsecuredJWT } from 'jose'
import { reportText } from '../../src/orders/testing/report-text.ts'
import { receiptOf } from '../../src/payouts/testing/receipts.ts'
import { type ApiCall, readCalls } from '../calls/api-calls.ts'
import { fakeCredentials, startFakeAmazon } from '../fakes/amazon.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { type Person, signInAgain, signUp, signUpAdmin } from '../harness/people.ts'
import type { Known } from './inputs.ts'
import { type FuzzedAnswer, flawOf } from './judge.ts'
import { type FuzzedRequest, type Role, requestsOf } from './requests.ts'
import { unlistedCalls } from './unlisted-calls.ts'
import { type Ask, takeWays } from './ways.ts'

export type Attack = {
  /** Answers by status. */
  figures: Record<string, number>
  /** Requests with a wrong answer, at most twenty. */
  flaws: string[]
  /** Calls that never succeeded. */
  neverSucceeded: string[]
  close: () => Promise<void>
}

const maxFlaws = 20
// A host name and HTTPS, which passkeys need.
const siteUrl = 'https://folio.test'
const patienceMs = 20_000

/**
 * Sends random requests of every call that the API describes, `each` per call, in each role, to an app with some data.
 * The same `seed` sends the same requests.
 */
export async function attack({ each, seed }: { each: number; seed: number }): Promise<Attack> {
  const amazon = await startFakeAmazon()
  const app = await startTestApp({
    env: {
      TRUST_PROXY: 'on',
      SITE_URL: siteUrl,
      AMAZON_TEST_ORIGIN: amazon.origin,
      AMAZON_CREATORS_ID: fakeCredentials.id,
      AMAZON_CREATORS_SECRET: fakeCredentials.secret,
      AMAZON_TAGS: 'us=folio-20',
    },
  })
  const stage = await setStage(app)
  const calls = [...(await readCalls(app)), ...unlistedCalls]
  const requests = randomRequests(calls, stage.known, { each, seed })
  const attempt: Omit<Attack, 'close' | 'neverSucceeded'> = { figures: {}, flaws: [] }
  const succeeded = new Set<string>()
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  const attempted = async (request: FuzzedRequest, token: string | undefined): Promise<FuzzedAnswer> => {
    const first = await send(app, agent, request, token)
    // A new connection each: a reused one may be closed by the request before, which loses an answer.
    const answer = first.status === 0 ? await send(app, undefined, request, token) : first
    const { status } = answer
    attempt.figures[status] = (attempt.figures[status] ?? 0) + 1
    if (status < 400) succeeded.add(request.call.name)
    const flaw = flawOf(request, answer, siteUrl)
    if (flaw && attempt.flaws.length < maxFlaws) attempt.flaws.push(`${flaw}: ${shown(request, answer)}`)
    return answer
  }
  const work = async () => {
    for (const request of requests) {
      const answer = await attempted(request, await stage.tokenOf(request.role, request.call.name))
      if (answer.status === 204 && request.target.startsWith('/auth/v1/logout')) stage.endedBy(request.role)
    }
  }
  const ask: Ask = async (name, { token, ...sent }) => {
    const call = calls.find((one) => one.name === name)
    if (!call) throw new Error(`${name} is no call`)
    const { status, body } = await attempted(requestOf(call, sent), token)
    if (status >= 400) throw new Error(`${name} answered ${status}: ${body}`)
    return body.startsWith('{') ? JSON.parse(body) : body
  }
  await takeWays(ask, { app, admin: stage.admin, siteUrl })
  await Promise.all(Array.from({ length: 6 }, work))
  const neverSucceeded = calls.map(({ name }) => name).filter((name) => !succeeded.has(name))
  return {
    ...attempt,
    neverSucceeded,
    close: async () => {
      agent.destroy()
      await app.close()
      await amazon.close()
    },
  }
}

/** A valid request of its call. */
function requestOf(
  call: ApiCall,
  { at = '', query, body, type }: Omit<Parameters<Ask>[1], 'token'>,
): FuzzedRequest {
  const path = call.path.replace(/\{\w+\}/, encodeURIComponent(at))
  return {
    call,
    role: 'owner',
    method: call.method,
    target: query ? `${path}?${query}` : path,
    headers: { ...(body !== undefined && { 'content-type': type ?? 'application/json' }) },
    body: body === undefined ? undefined : Buffer.from(type ? String(body) : JSON.stringify(body)),
  }
}

const atOnce = 20

/** One request of each call in turn, so that the results of one meet all others; a few are generated at a time. */
function* randomRequests(calls: ApiCall[], known: Known, { each, seed }: { each: number; seed: number }) {
  const made = calls.map((call) => ({ arbitrary: requestsOf(call, known), left: [] as FuzzedRequest[] }))
  for (let n = 0; n < each; n += 1)
    for (const [at, { arbitrary, left }] of made.entries()) {
      if (left.length === 0) {
        const numRuns = Math.min(atOnce, each - n)
        left.push(...fc.sample(arbitrary, { numRuns, seed: seed + n * calls.length + at }))
      }
      yield* left.splice(0, 1)
    }
}

function shown({ role, method, target, headers, body }: FuzzedRequest, answer: FuzzedAnswer): string {
  const cut = (value: string) => (value.length > 600 ? `${value.slice(0, 600)}… (${value.length})` : value)
  const sent = `${method} ${cut(target)} ${cut(JSON.stringify(headers))} ${cut(JSON.stringify(String(body ?? '')))}`
  return `as ${role}: ${sent} → ${answer.status} ${cut(answer.body)}`
}

function send(
  app: TestApp,
  agent: Agent | undefined,
  { method, target, headers, body }: FuzzedRequest,
  token: string | undefined,
): Promise<FuzzedAnswer> {
  const { hostname, port } = new URL(app.url)
  return new Promise((resolve, reject) => {
    let begun: FuzzedAnswer | undefined
    const sent = httpRequest(
      {
        hostname,
        port,
        agent: agent ?? false,
        method,
        path: target,
        headers: {
          ...(token && { authorization: `Bearer ${token}` }),
          ...(body && !('transfer-encoding' in headers) && { 'content-length': body.length }),
          ...headers,
        },
        timeout: patienceMs,
      },
      (answer) => {
        const { statusCode: status = 0, headers: received } = answer
        begun = { status, headers: received, body: '' }
        text(answer).then((read) => resolve({ status, headers: received, body: read }), reject)
      },
    )
    sent.on('timeout', () => sent.destroy(new Error('no answer')))
    // Node's own refusals have a body, also for HEAD; they count as answers.
    sent.on('error', ({ message }) =>
      resolve(begun ?? { status: message === 'no answer' ? 599 : 0, headers: {}, body: message }),
    )
    sent.end(body)
  })
}

type Stage = {
  known: Known
  admin: Person
  tokenOf: (role: Role, call: string) => Promise<string | undefined>
  /** When a request has ended a role's session, the next one signs in again. */
  endedBy: (role: Role) => void
}

/** People, and some of everything that calls can name. */
async function setStage(app: TestApp): Promise<Stage> {
  const [owner, other, admin, ended, suspended] = [
    await signUp(app),
    await signUp(app),
    await signUpAdmin(app),
    await signUp(app),
    await signUp(app),
  ]
  await app.request('POST', '/auth/v1/logout', { token: ended.token })
  const suspending = `/api/v1/admin/accounts/${suspended.id}/suspend`
  await app.request('POST', suspending, { token: admin.token, body: { reason: 'Spam' } })
  const made = async (path: string, body: unknown, { token }: Person, type?: string) =>
    (await app.request('POST', path, { body, token, ...(type && { headers: { 'content-type': type } }) }))
      .body
  const lamp = { amazon_url: 'https://amazon.com/dp/B0LAMP0001', title: 'Lamp', category_id: null }
  const products = []
  // Several, since some get deleted.
  for (const person of [owner, other, owner, owner, other, owner])
    products.push(await made('/api/v1/products', lamp, person))
  const categories = (await app.request('GET', '/api/v1/categories')).body.items as {
    id: string
    slug: string
  }[]
  const report = reportText([
    { order_item_id: 'o-1', sub_tag: products[0].short_link_id },
    { order_item_id: 'o-2' },
  ])
  await made('/functions/v1/amazon-import', { csvData: report }, admin)
  const runs = [
    await made('/functions/v1/commission-matcher', {}, admin),
    await made('/functions/v1/earnings-calculator', {}, admin),
  ]
  const trackingId = await made(
    '/api/v1/admin/tracking-ids',
    { tag: 'mayas-20', username: owner.username, valid_from: '2026-11-01' },
    admin,
  )
  const receipt = await made(
    '/api/v1/admin/receipts',
    receiptOf({ month: '2026-09', amount: 12.5, received_on: '2026-10-30', reference: 'A-1' }),
    admin,
  )
  const hold = await made(
    '/api/v1/admin/holds',
    { of: { kind: 'month', marketplace: 'uk', month: '2026-09' }, reason: 'We look into it' },
    admin,
  )
  const ids = (table: string) =>
    app.database.pool
      .query(`select id from ${table} limit 5`)
      .then(({ rows }) => rows.map(({ id }) => String(id)))
  const people = [owner, other, admin]
  const known: Known = {
    id: [
      ...products.map(({ id }) => id),
      ...people.map(({ id }) => id),
      ...categories.slice(0, 2).map(({ id }) => id),
      ...(await ids('payees')),
    ],
    'products/id': products.map(({ id }) => id),
    'imports/id': await ids('import_batches'),
    'runs/id': await ids('order_runs'),
    'orders/id': ['o-1', 'o-2'],
    'tracking-ids/id': [trackingId.id],
    'receipts/id': [receipt.id],
    'holds/id': [hold.id],
    // Other people than those who send requests, who must not be deleted.
    'accounts/id': [ended.id],
    'ledger/id': await ids('earnings_ledger'),
    'avatars/name': people.flatMap(({ id }) => [
      `${id}-1.png`,
      `${id}-2.webp`,
      `products/product-${id}-3.jpg`,
    ]),
    prefixes: people.map(({ id }) => `${id}-1.png`),
    payee_id: await ids('payees'),
    ref: products.flatMap(({ id, short_link_id, asin }) => [id, short_link_id, asin]),
    product_ref: products.map(({ short_link_id }) => short_link_id),
    product_ids: products.map(({ id }) => id),
    category_id: categories.slice(0, 4).map(({ id }) => id),
    category: [...categories.slice(0, 3).map(({ slug }) => slug), 'inbox'],
    username: people.map(({ username }) => username),
    p_username: people.map(({ username }) => username),
    userId: people.map(({ id }) => id),
    target_user_id: people.map(({ id }) => id),
    user_id_param: people.map(({ id }) => id),
    email: [ended.email],
    amazon_url: ['https://www.amazon.com/dp/B0LAMP0001', 'https://www.amazon.co.uk/dp/B0LONDON01'],
    amazonUrl: ['https://www.amazon.com/dp/B0KETTLE01', 'https://www.amazon.com/dp/B0PAGEONLY'],
    url: ['https://a.co/d/kettle', 'https://amzn.to/x', `${siteUrl}/l/${products[0].short_link_id}`],
    asin: ['B0LAMP0001', 'B0KETTLE01'],
    marketplace: ['us', 'uk'],
    tz: ['UTC', 'Europe/Madrid', 'Pacific/Kiritimati'],
    month: ['2026-11', '2026-01'],
    grant_type: ['password', 'refresh_token', 'pkce'],
    type: ['recovery', 'signup', 'email'],
    provider: ['google', 'apple', 'email'],
    redirect_to: ['/feed', `${siteUrl}/auth/reset`],
    csvData: [report, 'order_item_id\n1'],
    q: ['lamp', owner.username],
    event_id: runs.map(() => crypto.randomUUID()),
    'idempotency-key': ['a-key-of-mine', 'another-key-of-mine'],
  }
  let ends = 0
  const tokens = new Map<Role, string>([
    ['owner', owner.token],
    ['other', other.token],
    ['admin', admin.token],
    ['ended', ended.token],
    ['suspended', suspended.token],
    ['forged', new UnsecuredJWT({ sub: admin.id, aud: 'authenticated', exp: 9_999_999_999 }).encode()],
  ])
  const who: Partial<Record<Role, Person>> = { owner, other, admin }
  return {
    known,
    admin,
    tokenOf: async (role, name) => {
      // Signing in is limited, and the end of a session is the same each time.
      const person = name === 'POST /auth/v1/logout' && ends > 9 ? undefined : who[role]
      if (person && !tokens.has(role)) tokens.set(role, (await signInAgain(app, person)).access_token)
      return person || !who[role] ? tokens.get(role) : ended.token
    },
    endedBy: (role) => {
      ends += 1
      if (who[role]) tokens.delete(role)
    },
  }
}
