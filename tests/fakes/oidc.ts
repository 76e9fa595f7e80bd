import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { JWTPayload } from 'jose'
import { escapeHtml } from '../../src/shared/text.ts'
import {
  createTokenMaker,
  fakeProviderSettings,
  fitsChallenge,
  isClientSecret,
  isKnownClient,
  type ProviderName,
  type TokenFault,
  type TokenMaker,
} from './oidc-tokens.ts'

/** How the fake behaves from now on. */
type Behaviour = {
  /** What the person does, or the provider without asking them. */
  person: 'agrees' | 'cancels' | 'meets_an_error'
  idToken: TokenFault
  /** `refuses` answers 400 invalid_grant; `failing` answers 503 without a body. */
  tokens: 'normal' | 'refuses' | 'failing'
  /** `down` drops each connection; `slow` accepts requests and never answers (until `close`). */
  server: 'normal' | 'down' | 'slow'
}

type Grant = { provider: ProviderName; redirectUri: string; nonce: string; challenge: string }

/**
 * Stands in for Google and Apple on one loopback port, at `/google` and `/apple`. Point an app at it with the
 * environment in `env`.
 *
 * - `claims`: what the next ID tokens say of the person; `appleUser`: the field `user` of Apple's form, if any.
 * - `behaviour`: see there.
 * - `asked`: the paths that were asked for, in order.
 * - `reset()`: behaves again, as somebody new. `close()` ends every connection.
 */
export type FakeProviders = {
  origin: string
  env: Record<string, string>
  claims: JWTPayload
  appleUser: string | undefined
  behaviour: Behaviour
  asked: string[]
  reset(): void
  close(): Promise<void>
}

/** Starts fake providers on a free port of loopback. */
export async function startFakeProviders(): Promise<FakeProviders> {
  const tokens = await createTokenMaker()
  const grants = new Map<string, Grant>()
  const server = createServer((request, response) => void serve({ fake, tokens, grants }, request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const fake: FakeProviders = {
    origin,
    env: { ...fakeProviderSettings, OIDC_TEST_ORIGIN: origin },
    ...fresh(),
    asked: [],
    reset: () => Object.assign(fake, fresh()),
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
  return fake
}

let people = 0

function fresh() {
  people += 1
  const behaviour: Behaviour = { person: 'agrees', idToken: 'none', tokens: 'normal', server: 'normal' }
  const claims: JWTPayload = {
    sub: `10000${people}`,
    email: `ana${people}@provider.test`,
    email_verified: true,
    // Google is the authority for the domains that it hosts.
    hd: 'provider.test',
    name: 'Ana Lopez',
    given_name: 'Ana',
    family_name: 'Lopez',
    picture: 'https://pictures.example/ana',
  }
  return { behaviour, claims, appleUser: undefined as string | undefined }
}

type Parts = { fake: FakeProviders; tokens: TokenMaker; grants: Map<string, Grant> }

async function serve(parts: Parts, request: IncomingMessage, response: ServerResponse) {
  const { fake, tokens } = parts
  const url = new URL(request.url ?? '/', fake.origin)
  const [, name, ...rest] = url.pathname.split('/')
  const provider = name as ProviderName
  fake.asked.push(url.pathname)
  const body = new URLSearchParams(await text(request))
  if (fake.behaviour.server === 'slow') return
  if (fake.behaviour.server === 'down') return response.destroy()
  const call = rest.join('/')
  if (call === '.well-known/openid-configuration')
    return json(response, 200, discovery(`${fake.origin}/${name}`))
  if (call === 'jwks') return json(response, 200, tokens.keySet)
  if (call === 'authorize') return authorize(parts, provider, url.searchParams, response)
  if (call === 'token') return exchange(parts, provider, body, response)
  json(response, 404, {})
}

const discovery = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  // More than is acceptable: what a token may be signed with is the client's decision.
  id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
  token_endpoint_auth_methods_supported: ['client_secret_post'],
})

function authorize(
  { fake, grants }: Parts,
  provider: ProviderName,
  query: URLSearchParams,
  response: ServerResponse,
) {
  const given = (name: string) => query.get(name) ?? ''
  const wanted = {
    response_type: 'code',
    response_mode: provider === 'apple' ? 'form_post' : '',
    scope: provider === 'apple' ? 'name email' : 'openid email profile',
    code_challenge_method: 'S256',
  }
  const wrong = Object.entries(wanted).filter(([name, value]) => given(name) !== value)
  const missing = ['state', 'nonce', 'code_challenge', 'redirect_uri'].filter((name) => !given(name))
  if (wrong.length > 0 || missing.length > 0 || !isKnownClient(provider, given('client_id')))
    return json(response, 400, { error: 'invalid_request', wrong, missing })

  const code = randomUUID()
  const redirectUri = given('redirect_uri')
  grants.set(code, { provider, redirectUri, nonce: given('nonce'), challenge: given('code_challenge') })
  sendBack(provider, redirectUri, { state: given('state'), ...answerOf(fake, provider, code) }, response)
}

function answerOf(fake: FakeProviders, provider: ProviderName, code: string): Record<string, string> {
  const { person } = fake.behaviour
  if (person === 'meets_an_error')
    return { error: 'server_error', error_description: 'An error of the provider' }
  if (person === 'cancels')
    return { error: provider === 'apple' ? 'user_cancelled_authorize' : 'access_denied' }
  return { code, ...(provider === 'apple' && fake.appleUser !== undefined && { user: fake.appleUser }) }
}

function sendBack(
  provider: ProviderName,
  redirectUri: string,
  answer: Record<string, string>,
  response: ServerResponse,
) {
  const fields = new URLSearchParams(answer)
  if (provider === 'google') return response.writeHead(302, { location: `${redirectUri}?${fields}` }).end()
  const inputs = [...fields].map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  )
  response
    .writeHead(200, { 'content-type': 'text/html;charset=UTF-8' })
    .end(
      `<title>Apple</title><form method="post" action="${redirectUri}">${inputs.join('')}</form>` +
        '<script>document.forms[0].submit()</script>',
    )
}

async function exchange(
  { fake, tokens, grants }: Parts,
  provider: ProviderName,
  body: URLSearchParams,
  response: ServerResponse,
) {
  const given = (name: string) => body.get(name) ?? ''
  const { behaviour, claims, origin } = fake
  if (behaviour.tokens === 'failing') return response.writeHead(503).end()
  if (
    !isKnownClient(provider, given('client_id')) ||
    !(await isClientSecret(provider, given('client_secret')))
  )
    return json(response, 401, { error: 'invalid_client' })
  const grant = grants.get(given('code'))
  grants.delete(given('code'))
  const isGood =
    grant?.provider === provider &&
    given('grant_type') === 'authorization_code' &&
    grant.redirectUri === given('redirect_uri') &&
    fitsChallenge(given('code_verifier'), grant.challenge)
  if (!isGood || behaviour.tokens === 'refuses') return json(response, 400, { error: 'invalid_grant' })
  const context = { provider, issuer: `${origin}/${provider}`, nonce: grant.nonce }
  json(response, 200, {
    access_token: randomUUID(),
    token_type: 'Bearer',
    expires_in: 3600,
    id_token: await tokens.sign(claims, context, behaviour.idToken),
  })
}

function json(response: ServerResponse, status: number, body: unknown) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
