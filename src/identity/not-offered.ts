import type { FastifyInstance, FastifyRequest } from 'fastify'
import { unknownCall } from '../platform/http/server.ts'
import { invalid, notAuthenticated } from '../shared/errors.ts'
import { email, invalidAddress } from './contract.ts'
import { type AuthError, authError } from './errors.ts'

/** Calls of the official client below `/auth/v1` that are not offered, by the path's first part, or first two. */
const refusals = new Map<string, () => Error>([
  ['sso', () => authError('saml_provider_disabled')],
  ['saml', () => authError('saml_provider_disabled')],
  ['oauth', () => authError('feature_disabled.oauth')],
  ['user/oauth', () => authError('feature_disabled.oauth')],
  ['user/identities', () => authError('manual_linking_disabled')],
])

/** The official server's grants that are not offered. */
export const otherGrants = new Map<string, () => AuthError>([
  ['id_token', () => authError('provider_disabled')],
  ['web3', () => authError('web3_provider_disabled')],
])

// These need the service's own key, which nobody has here.
const forServices = new Set(['admin', 'invite'])

/**
 * Refuses every call that has no handler of its own, in the official client's own language: never with 501, which it
 * takes for a passing fault and tries again.
 */
async function refuse({ method, url, headers }: FastifyRequest): Promise<never> {
  const [first = '', second = ''] = (url.split('?')[0] ?? '').split('/').slice(3)
  if (forServices.has(first)) throw headers.authorization ? authError('not_admin.call') : notAuthenticated()
  const refusal = refusals.get(`${first}/${second}`) ?? refusals.get(first)
  throw refusal?.() ?? unknownCall(method, url)
}

/** Mounts the refusal of calls that are not offered. */
export function refuseOtherCalls(scope: FastifyInstance): void {
  const schema = { hide: true }
  // The answer to these depends on their body.
  for (const url of ['/auth/v1/otp', '/auth/v1/magiclink'])
    scope.post(url, { schema }, async ({ body }) => {
      throw refusedLink(body)
    })
  scope.addHook('preValidation', async ({ routeOptions, body }) => {
    if (routeOptions.url === '/auth/v1/signup') refuseOtherSignUps(body)
    if (routeOptions.url === '/auth/v1/token' && membersOf(body).phone)
      throw authError('phone_provider_disabled')
  })
  // Before the body is read, since its content does not matter.
  for (const url of ['/auth/v1', '/auth/v1/*']) scope.all(url, { schema, onRequest: refuse, handler: refuse })
}

const membersOf = (body: unknown): Record<string, unknown> =>
  typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}

function refusedLink(body: unknown): Error {
  const { email: address, phone } = membersOf(body)
  if (phone) return authError('phone_provider_disabled')
  if (!address) return invalid('email', 'One of email or phone must be set')
  return email.safeParse(address).success
    ? authError('email_provider_disabled')
    : invalid('email', invalidAddress)
}

/** A sign-up by phone, or by nothing at all, which the client calls anonymous. */
function refuseOtherSignUps(body: unknown): void {
  const { email: address, password, phone } = membersOf(body)
  if (phone && !address) throw authError('phone_provider_disabled')
  const isAnonymous = typeof body === 'object' && body !== null && !Array.isArray(body)
  if (isAnonymous && address === undefined && password === undefined && 'data' in body)
    throw authError('anonymous_provider_disabled')
}
