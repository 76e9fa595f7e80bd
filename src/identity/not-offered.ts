import type { FastifyInstance, FastifyRequest } from 'fastify'
import { unknownCall } from '../platform/http/server.ts'
import { invalid, notAuthenticated } from '../shared/errors.ts'
import { email, invalidAddress } from './contract.ts'
import { AuthFailure } from './failures.ts'

const samlDisabled = () => new AuthFailure(404, 'saml_provider_disabled', 'SAML 2.0 is disabled')
const oauthDisabled = () => new AuthFailure(404, 'feature_disabled', 'OAuth server is disabled')

/** The official service's answer to what is asked of phones. */
export const phoneDisabled = () =>
  new AuthFailure(400, 'phone_provider_disabled', 'Unsupported phone provider')

/** For a change of the e-mail address: the same whoever has the other one. */
export const addressStays = () =>
  new AuthFailure(422, 'feature_disabled', 'The email address of an account cannot be changed')

const linkDisabled = () =>
  new AuthFailure(422, 'email_provider_disabled', 'Login with magic link is disabled')

/** What the official client may call below `/auth/v1` and is not offered: by the path's first part, or first two. */
const refusals = new Map<string, () => Error>([
  ['sso', samlDisabled],
  ['saml', samlDisabled],
  ['oauth', oauthDisabled],
  ['user/oauth', oauthDisabled],
  ['user/identities', () => new AuthFailure(404, 'manual_linking_disabled', 'Manual linking is disabled')],
])

/** The official server's grants that are not offered. */
export const otherGrants = new Map<string, () => AuthFailure>([
  ['id_token', () => new AuthFailure(400, 'provider_disabled', 'Signing in with an ID token is not enabled')],
  ['web3', () => new AuthFailure(422, 'web3_provider_disabled', 'Web3 provider is disabled')],
])

// These need the service's own key, which nobody has here.
const forServices = new Set(['admin', 'invite'])

/**
 * Refuses every call that has no handler of its own, in the official client's own language: never with 501, which it
 * takes for a passing fault and tries again.
 */
async function refuse({ method, url, headers }: FastifyRequest): Promise<never> {
  const [first = '', second = ''] = (url.split('?')[0] ?? '').split('/').slice(3)
  if (forServices.has(first))
    throw headers.authorization ? new AuthFailure(403, 'not_admin', 'User not allowed') : notAuthenticated()
  const refusal = refusals.get(`${first}/${second}`) ?? refusals.get(first)
  throw refusal?.() ?? unknownCall(method, url)
}

/** Mounts what refuses the calls that are not offered. */
export function refuseOtherCalls(scope: FastifyInstance): void {
  const schema = { hide: true }
  // The answer to these depends on their body.
  for (const url of ['/auth/v1/otp', '/auth/v1/magiclink'])
    scope.post(url, { schema }, async ({ body }) => {
      throw refusedLink(body)
    })
  scope.addHook('preValidation', async ({ routeOptions, body }) => {
    if (routeOptions.url === '/auth/v1/signup') refuseOtherSignUps(body)
    if (routeOptions.url === '/auth/v1/token' && membersOf(body).phone) throw phoneDisabled()
  })
  // Before the body is read: its content does not matter.
  for (const url of ['/auth/v1', '/auth/v1/*']) scope.all(url, { schema, onRequest: refuse, handler: refuse })
}

const membersOf = (body: unknown): Record<string, unknown> =>
  typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}

function refusedLink(body: unknown): Error {
  const { email: address, phone } = membersOf(body)
  if (phone) return phoneDisabled()
  if (!address) return invalid('email', 'One of email or phone must be set')
  return email.safeParse(address).success ? linkDisabled() : invalid('email', invalidAddress)
}

/** A sign-up by phone, or by nothing at all, which the client calls anonymous. */
function refuseOtherSignUps(body: unknown): void {
  const { email: address, password, phone } = membersOf(body)
  if (phone && !address) throw phoneDisabled()
  const isAnonymous = typeof body === 'object' && body !== null && !Array.isArray(body)
  if (isAnonymous && address === undefined && password === undefined && 'data' in body)
    throw new AuthFailure(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
}
