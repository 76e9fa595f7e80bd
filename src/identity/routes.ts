import type { z } from 'zod'
import type { Context } from '../platform/context.ts'
import { type Call, defineRoutes } from '../platform/http/route.ts'
import { invalid } from '../shared/errors.ts'
import {
  identityContract,
  passwordGrantBody,
  pkceGrantBody,
  refreshGrantBody,
  userChangesContract,
  type WireSession,
} from './contract.ts'
import type { Device } from './familiar/device.ts'
import type { Identity } from './index.ts'
import { otherGrants } from './not-offered.ts'

// The client caches them for as long, and asks the server about a token whose key it does not know.
const keysCacheControl = 'public, max-age=600'

type Grant = (body: unknown, context: Context, call: Call) => Promise<WireSession>

/** The auth wire's calls. */
export function createIdentityRoutes(identity: Identity) {
  const grants = createGrants(identity)
  return defineRoutes(identityContract, {
    'POST /auth/v1/signup': ({ body }, context, call) =>
      identity.sessions.signUp(context, body, deviceOf(call)),
    'POST /auth/v1/token': ({ query, body }, context, call) =>
      grantOf(grants, query.grant_type)(body, context, call),
    'GET /auth/v1/user': (_, context) => identity.sessions.getUser(context),
    'POST /auth/v1/logout': async ({ query }, context) => {
      await identity.sessions.signOut(context, query.scope)
      return undefined
    },
    'GET /auth/v1/settings': async () => {
      const offered = identity.providers.offered()
      const [google, apple] = [offered.includes('google'), offered.includes('apple')]
      return { ...settings, external: { ...settings.external, google, apple } }
    },
    'GET /auth/v1/health': async () => ({ version: '1', name: 'auth', description: 'Accounts and sessions' }),
    'GET /auth/v1/.well-known/jwks.json': async (_, _context, call) => {
      call.reply?.header('cache-control', keysCacheControl)
      return identity.publicKeys()
    },
  })
}

const settings = {
  external: { email: true, phone: false, anonymous_users: false },
  disable_signup: false,
  mailer_autoconfirm: true,
  phone_autoconfirm: false,
  sms_provider: '',
  saml_enabled: false,
}

const createGrants = (identity: Identity) =>
  new Map<string, Grant>([
    [
      'password',
      async (body, context, call) =>
        identity.sessions.signIn(context, parsed(passwordGrantBody, body), deviceOf(call)),
    ],
    [
      'refresh_token',
      async (body, context, call) =>
        identity.sessions.refresh(context, parsed(refreshGrantBody, body).refresh_token, call),
    ],
    [
      'pkce',
      async (body, context, call) =>
        identity.sessions.exchangeCode(context, parsed(pkceGrantBody, body), deviceOf(call)),
    ],
  ])

function grantOf(grants: Map<string, Grant>, name: string): Grant {
  const grant = grants.get(name)
  if (grant) return grant
  const refusal = otherGrants.get(name)
  if (refusal) throw refusal()
  throw invalid('grant_type', 'Unsupported grant_type')
}

function parsed<Body>(schema: z.ZodType<Body>, body: unknown): Body {
  const result = schema.safeParse(body)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  throw invalid(issue?.path.join('.') ?? 'body', issue?.message ?? 'Invalid request')
}

/** What is known about the calling device. */
export const deviceOf = ({ headers, address, reply }: Call): Device => ({
  userAgent: headers['user-agent']?.slice(0, 500) ?? null,
  address,
  browser: {
    cookies: headers.cookie,
    setCookie: (cookie) => void reply?.header('set-cookie', cookie),
  },
})

/** The call by which a person changes their own account. */
export const createUserChangesRoutes = (identity: Identity) =>
  defineRoutes(userChangesContract, {
    'PUT /auth/v1/user': ({ body }, context, request) =>
      identity.account.update(context, body, deviceOf(request)),
  })
