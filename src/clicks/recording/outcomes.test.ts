import { decodeJwt, decodeProtectedHeader, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { post } from '../../../tests/e2e/helpers/shelf.ts'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { type Person, signUp } from '../../../tests/harness/people.ts'
import { peoplesAgents, programsAgents } from '../testing/agents.ts'
import { clicksCount } from '../testing/clicks.ts'
import { send } from '../testing/send.ts'

let app: TestApp
let owner: Person
let product: string
let addresses = 0

beforeAll(async () => {
  app = await startTestApp({ env: { TRUST_PROXY: 'on' } })
  owner = await signUp(app)
})
beforeEach(async () => {
  product = (await post(app, owner)).id
})
afterAll(() => app.close())

const iphone = peoplesAgents['Safari on an iPhone']
const headless = programsAgents.headless['headless Chrome']
const newAddress = () => `81.2.69.${++addresses}`

async function look({ agent = iphone, token = '', address = newAddress() } = {}): Promise<string> {
  const { text } = await send(`${app.url}/api/v1/products/${product}/clicks`, {
    method: 'POST',
    headers: { 'user-agent': agent, ...(token && { authorization: `Bearer ${token}` }) },
    address,
    body: { kind: 'view' },
  })
  return JSON.parse(text).outcome
}

describe('An address that sends 118 clicks, each with another agent (decision 6)', () => {
  const half = 30 * 60_000

  it('counts five times in half an hour, and each of the five once', async () => {
    const address = newAddress()
    const outcomes = await Promise.all(
      Array.from({ length: 118 }, (_, n) => look({ agent: `${iphone} forged/${n}`, address })),
    )
    expect(outcomes.filter((one) => one === 'counted')).toHaveLength(5)
    expect(outcomes.filter((one) => one === 'limited')).toHaveLength(113)
    expect(await clicksCount(app.database.db, product)).toBe(5)
    app.clock.advance(60_000)
    expect(await look({ agent: `${iphone} forged/${outcomes.indexOf('counted')}`, address })).toBe('repeat')
    app.clock.advance(half - 60_001)
    expect(await look({ agent: `${iphone} forged/another`, address })).toBe('limited')
    expect(await look({ agent: `${iphone} elsewhere` })).toBe('counted')
    app.clock.advance(1)
    expect(await look({ agent: `${iphone} forged/another`, address })).toBe('counted')
  })

  it('counts five times across midnight too', async () => {
    const address = newAddress()
    const from = (agent: string) => look({ agent: `${iphone} ${agent}`, address })
    app.clock.set(new Date('2030-01-01T23:50:00Z'))
    for (const agent of ['a', 'b', 'c']) expect(await from(agent)).toBe('counted')
    app.clock.set(new Date('2030-01-02T00:10:00Z'))
    expect(await from('b')).toBe('repeat')
    for (const agent of ['d', 'e']) expect(await from(agent)).toBe('counted')
    expect(await from('f')).toBe('limited')
    app.clock.advance(10 * 60_000)
    expect(await from('f')).toBe('counted')
  })
})

describe('The first outcome that fits, in the order bot, owner, limited, repeat, counted', () => {
  const spent = async () => {
    const address = newAddress()
    await Promise.all(Array.from({ length: 120 }, () => look({ agent: `${iphone} spent`, address })))
    return address
  }

  it('is bot, then owner, then limited, above the limit of an address', async () => {
    const address = await spent()
    expect(await look({ agent: headless, token: owner.token, address })).toBe('bot')
    expect(await look({ agent: programsAgents.preview['WhatsApp’s'], address })).toBe('bot')
    expect(await look({ token: owner.token, address })).toBe('owner')
    expect(await look({ agent: `${iphone} spent`, address })).toBe('limited')
    expect(await look({ address })).toBe('limited')
  })

  it('is bot, then owner, then repeat, below it', async () => {
    const address = newAddress()
    expect(await look({ agent: headless, token: owner.token, address })).toBe('bot')
    expect(await look({ token: owner.token, address })).toBe('owner')
    expect(await look({ token: owner.token, address })).toBe('owner')
    expect(await look({ address })).toBe('counted')
    expect(await look({ address })).toBe('repeat')
    expect(await look({ token: owner.token, address })).toBe('owner')
  })
})

describe('Who owns the product', () => {
  it('is known by their own token, also after it expired, and by no other', async () => {
    const other = await signUp(app)
    expect(await look({ token: other.token })).toBe('counted')
    expect(await look({ token: owner.token })).toBe('owner')
    app.clock.advance(26 * 3_600_000)
    expect(await look({ token: owner.token })).toBe('owner')
    expect(await look({ token: other.token })).toBe('counted')
  })

  it('is not known by a token with a foreign signature, or none', async () => {
    const { privateKey } = await generateKeyPair('ES256')
    const header = decodeProtectedHeader(owner.token) as { alg: string; kid: string }
    const claims = decodeJwt(owner.token)
    const forged = await new SignJWT(claims).setProtectedHeader({ ...header, alg: 'ES256' }).sign(privateKey)
    expect(await look({ token: forged })).toBe('counted')
    expect(await look({ token: new UnsecuredJWT(claims).encode() })).toBe('counted')
  })
})
