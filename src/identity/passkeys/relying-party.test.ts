import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AuthServer, startAuthServer } from '../testing/auth-server.ts'
import { relyingPartyOf } from './relying-party.ts'

describe('the relying party of passkeys', () => {
  it.each([
    ['https://folio.example', { id: 'folio.example', origin: 'https://folio.example' }],
    ['https://folio.example:8443', { id: 'folio.example', origin: 'https://folio.example:8443' }],
    ['http://localhost:3000', { id: 'localhost', origin: 'http://localhost:3000' }],
    ['http://127.0.0.1:3000', null],
    ['https://192.0.2.7', null],
    ['https://0x7f.1', null],
    ['https://[2001:db8::1]', null],
    ['http://folio.example', null],
  ])('at %s is %j', (siteUrl, party) => expect(relyingPartyOf(siteUrl)).toEqual(party))
})

describe('a site without a name', () => {
  let server: AuthServer
  beforeAll(async () => {
    server = await startAuthServer({ siteUrl: 'http://127.0.0.1:3000' })
  })
  afterAll(() => server.close())

  it('offers no passkeys, and says why', async () => {
    const { access_token: token } = await server.newSession()
    const id = '0193a000-0000-7000-8000-000000000001'
    for (const [method, path, body] of [
      ['GET', '/passkeys'],
      ['PATCH', `/passkeys/${id}`, { friendly_name: 'Mine' }],
      ['DELETE', `/passkeys/${id}`],
      ['POST', '/passkeys/registration/options'],
      ['POST', '/passkeys/authentication/options'],
    ] as const)
      expect(await server.call(method, path, { token, body })).toMatchObject({
        status: 404,
        body: { code: 'passkey_disabled', message: expect.stringContaining('HTTPS') },
      })
  })
})
