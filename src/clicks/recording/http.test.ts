import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { insertPerson, insertProduct, type Person } from '../../../tests/harness/factories.ts'
import { signUp } from '../../../tests/harness/people.ts'
import { automatedAgents, peoplesAgents } from '../testing/agents.ts'
import { clicksCount, storedClicks } from '../testing/clicks.ts'

let app: TestApp
let owner: Person & { token: string }
let product: string
const agents = Object.values(peoplesAgents)
const someAgent = { 'user-agent': agents[0] as string }

beforeAll(async () => {
  app = await startTestApp()
})
beforeEach(async () => {
  owner = await signUpOwner()
  product = (await insertProduct(app.database.db, owner)).id
})
afterAll(() => app.close())

async function signUpOwner() {
  const { id, token, username } = await signUp(app)
  const payee = await app.database.db
    .selectFrom('payees')
    .select('id')
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow()
  return { userId: id, payeeId: payee.id, username, token }
}

const press = (
  body: unknown,
  options: { token?: string; headers?: Record<string, string>; id?: string } = {},
) =>
  app.request('POST', `/api/v1/products/${options.id ?? product}/clicks`, {
    body,
    token: options.token,
    headers: options.headers ?? someAgent,
  })
const view = { kind: 'view' }

describe('POST /api/v1/products/:id/clicks (docs/product/clicks.md#what-is-recorded)', () => {
  it('records a visitor’s view and their press, each once', async () => {
    const body = { kind: 'view', referrer: 'https://l.instagram.com/?e=1', event_id: randomUUID() }
    const first = await press(body)
    expect([first.status, first.body]).toEqual([201, { outcome: 'counted' }])
    expect((await press(body)).body).toEqual({ outcome: 'counted' })
    expect((await press(view)).body).toEqual({ outcome: 'repeat' })
    expect((await press({ kind: 'outbound' })).body).toEqual({ outcome: 'counted' })
    await expect(storedClicks(app.database.db, product)).resolves.toHaveLength(3)
    expect(await clicksCount(app.database.db, product)).toBe(1)
  })

  it('stores with a press the view that it names, and with each its network: the /24 of IPv4, whatever the browser', async () => {
    const [seen, pressed] = [randomUUID(), randomUUID()]
    await press({ kind: 'view', event_id: seen })
    await press({ kind: 'outbound', event_id: pressed, view_event_id: seen })
    await press(view, { headers: { 'user-agent': agents[1] as string } })
    const rows = await app.database.db
      .selectFrom('clicks')
      .select(['kind', 'view_event_id', 'network', 'visitor'])
      .where('product_id', '=', product)
      .orderBy('id')
      .execute()
    expect(rows.map((row) => [row.kind, row.view_event_id])).toEqual([
      ['view', seen],
      ['outbound', seen],
      ['view', null],
    ])
    expect(rows.map(({ network }) => network?.length)).toEqual([16, 16, 16])
    expect(new Set(rows.map(({ network }) => network?.toString('hex'))).size).toBe(1)
    expect(new Set(rows.map(({ visitor }) => visitor.toString('hex'))).size).toBe(2)
  })

  it('a signed-in visitor counts, the owner does not', async () => {
    const visitor = await signUp(app)
    expect((await press(view, { token: visitor.token })).body).toEqual({ outcome: 'counted' })
    expect((await press(view, { token: owner.token })).body).toEqual({ outcome: 'owner' })
  })

  it('the owner is recognised by an expired token, and by one whose session has ended', async () => {
    await app.request('POST', '/auth/v1/logout', { token: owner.token })
    expect((await press(view, { token: owner.token })).body).toEqual({ outcome: 'owner' })
    app.clock.advance(26 * 3_600_000)
    expect((await press(view, { token: owner.token })).body).toEqual({ outcome: 'owner' })
  })

  it('a forged or broken token counts as none', async () => {
    const [head, payload] = owner.token.split('.')
    for (const [n, token] of ['nonsense', `${head}.${payload}.${'A'.repeat(86)}`].entries()) {
      const headers = { 'user-agent': agents[n + 1] as string }
      expect((await press(view, { token, headers })).body).toEqual({ outcome: 'counted' })
    }
  })

  it.each(Object.entries(automatedAgents).slice(0, 5))(
    '%s is a bot, also with the owner’s token',
    async (_, agent) => {
      const answer = await press(view, { token: owner.token, headers: { 'user-agent': encodeURI(agent) } })
      expect(answer.body).toEqual({ outcome: 'bot' })
    },
  )

  it('a page fetched ahead is no view', async () => {
    const headers = { ...someAgent, 'sec-purpose': 'prefetch;prerender' }
    expect((await press(view, { headers })).body).toEqual({ outcome: 'bot' })
  })

  it.each([
    ['a wrong kind', { kind: 'like' }],
    ['no kind', {}],
    ['no object', [1]],
    ['a referrer that is no text', { kind: 'view', referrer: 7 }],
    ['an event id that is no uuid', { kind: 'view', event_id: 'abc' }],
  ])('%s is refused', async (_, body) => {
    const answer = await press(body)
    expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed'])
    expect(await storedClicks(app.database.db, product)).toEqual([])
  })

  it('broken JSON and no body are refused', async () => {
    expect((await press('{"kind":')).status).toBe(400)
    expect((await press(undefined)).status).toBe(400)
  })

  it.each([
    ['huge', `https://blog.example/${'x'.repeat(200_000)}`],
    ['no address', 'not an address \0'],
    ['null', null],
  ])('a referrer that is %s never costs the click', async (_, referrer) => {
    expect((await press({ kind: 'view', referrer })).body).toEqual({ outcome: 'counted' })
  })

  it('a product id that is no uuid is refused, an unknown or deleted product is not found', async () => {
    const deleted = await insertProduct(app.database.db, owner, { deleted_at: app.clock.now() })
    expect((await press(view, { id: 'mug-1a2b' })).status).toBe(400)
    for (const id of [randomUUID(), deleted.id]) {
      const answer = await press(view, { id })
      expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
    }
  })
})

describe('GET /api/v1/products/:id/clicks (docs/product/product-page.md#owner)', () => {
  const chart = (token?: string, query = '') =>
    app.request('GET', `/api/v1/products/${product}/clicks${query}`, { token })

  it('shows the owner seven days, in UTC by default', async () => {
    await press(view)
    const days = await chart(owner.token)
    expect([days.status, days.body.total, days.body.items.length]).toEqual([200, 1, 7])
    expect(days.body.items[6]).toEqual({
      start: app.clock.now().toISOString().slice(0, 10),
      count: 1,
      presses: 0,
    })
    expect((await chart(owner.token, '?period=week&tz=Europe/Madrid')).body.items).toHaveLength(4)
    expect((await chart(owner.token, '?period=month&tz=America/Los_Angeles')).body.items).toHaveLength(12)
  })

  it('answers strangers "not found", and needs a session', async () => {
    const stranger = await signUp(app)
    const answer = await chart(stranger.token)
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
    expect((await chart()).status).toBe(401)
  })

  it.each(['?period=year', '?tz=Mars/Olympus', '?tz=%2B05:30', '?tz=UTC%00', '?tz='])(
    'refuses %s',
    async (query) => {
      const answer = await chart(owner.token, query)
      expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed'])
    },
  )
})

describe('Too many from one address (decision 6)', () => {
  it('are limited, whatever agents they forge; bots are still recognised, and other addresses are not affected', async () => {
    const limited = await startTestApp({ env: { TRUST_PROXY: 'on' } })
    try {
      const person = await insertPerson(limited.database.db)
      const { id } = await insertProduct(limited.database.db, person)
      const send = async (agent: string, from = '203.0.113.9') => {
        const headers = { 'user-agent': agent, 'x-forwarded-for': from }
        const answer = await limited.request('POST', `/api/v1/products/${id}/clicks`, { body: view, headers })
        return answer.body.outcome
      }
      for (let n = 0; n < 120; n += 1)
        expect(await send(`${agents[0]} ${n % 4}`)).toBe(n < 4 ? 'counted' : 'repeat')
      for (const agent of ['0', 'another']) expect(await send(`${agents[0]} ${agent}`)).toBe('limited')
      expect(await send('curl/8.5.0')).toBe('bot')
      expect(await send(`${agents[0]} another`, '203.0.113.8')).toBe('counted')
      limited.clock.advance(60_000)
      expect(await send(`${agents[0]} another`)).toBe('counted')
      expect(await clicksCount(limited.database.db, id)).toBe(6)
    } finally {
      await limited.close()
    }
  })
})
