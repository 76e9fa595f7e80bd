import { z } from 'zod'
import { defineContract } from '../shared/contract.ts'
import { longestName } from '../shared/full-name.ts'
import { storable } from '../shared/schemas.ts'
import { hasVisibleCharacter, withoutTurns } from '../shared/text.ts'

// The access token carries this data in a header, and Node reads 16 kB of headers at most.
const maxDataCharacters = 2_000
const maxDataDepth = 5

function isStorableData(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return storable(value)
  if (typeof value !== 'object' || value === null) return true
  if (depth >= maxDataDepth) return false
  return Object.entries(value).every(([key, member]) => storable(key) && isStorableData(member, depth + 1))
}

// The depth is checked first: very deep data would overflow the stack of JSON.stringify.
export const isAcceptableData = (data: object) =>
  isStorableData(data) && JSON.stringify(data).length <= maxDataCharacters

export const unusableData = 'data is too large or contains characters that cannot be used'

export const jsonObject = 'The request body must be a JSON object'

export const personName = (label: string) =>
  z
    .string(`${label} is required`)
    .overwrite(withoutTurns)
    .trim()
    .max(longestName, `${label} must have at most ${longestName} characters`)
    .refine(hasVisibleCharacter, `${label} is required`)
    .refine(storable, `${label} contains characters that cannot be used`)

/** The official service's words for an invalid address. */
export const invalidAddress = 'Unable to validate email address: invalid format'

/** An address that mail can be sent to, in lower case. */
export const email = z
  .string('Email is required')
  .trim()
  .toLowerCase()
  .min(1, 'Email is required')
  .max(254, 'Email is too long')
  .regex(z.regexes.html5Email, invalidAddress)
  // The browsers' rule accepts a bare host name, to which no mail can be sent.
  .regex(/@[^@]+\.[^@.]+$/, invalidAddress)

export const password = z
  .string('Password is required')
  .min(1, 'Password is required')
  .max(1_000, 'Password must have at most 1000 characters')
  .refine(storable, 'Password contains characters that cannot be used')

/** The input of a sign-up (docs/product/sign-in.md#sign-up). Other members of `data` are stored as they are. */
const signUpBody = z.object(
  {
    email,
    password,
    data: z
      .looseObject(
        { first_name: personName('First name'), last_name: personName('Last name') },
        'First name and last name are required',
      )
      .refine(isAcceptableData, unusableData),
  },
  jsonObject,
)

/** Any text may try to sign in; a text that is no address has no account. */
export const signInEmail = z
  .string('Email is required')
  .trim()
  .toLowerCase()
  .min(1, 'Email is required')
  .max(320, 'Email is too long')
  .refine(storable, 'Email contains characters that cannot be used')

export const passwordGrantBody = z.object({ email: signInEmail, password }, jsonObject)

export const refreshGrantBody = z.object(
  { refresh_token: z.string('refresh_token is required').min(1, 'refresh_token is required') },
  jsonObject,
)

/** How a client made its challenge from its verifier (RFC 7636, section 4.2). */
export const challengeMethod = z
  .string()
  .toLowerCase()
  .pipe(z.enum(['s256', 'plain']))

export const pkceGrantBody = z.object(
  {
    auth_code: z.string('auth_code is required').min(1, 'auth_code is required'),
    code_verifier: z.string('code_verifier is required').min(1, 'code_verifier is required').max(256),
  },
  jsonObject,
)

const metadata = z.record(z.string(), z.unknown())

const identityShape = z.object({
  identity_id: z.uuid(),
  id: z.string(),
  user_id: z.uuid(),
  identity_data: metadata,
  provider: z.string(),
  last_sign_in_at: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  email: z.string().optional(),
})

const factorShape = z.object({
  id: z.uuid(),
  friendly_name: z.string(),
  factor_type: z.enum(['totp', 'recovery_code']),
  status: z.enum(['verified', 'unverified']),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  last_challenged_at: z.iso.datetime().optional(),
})

export const userShape = z.object({
  id: z.uuid(),
  aud: z.literal('authenticated'),
  role: z.literal('authenticated'),
  email: z.string(),
  phone: z.literal(''),
  email_confirmed_at: z.iso.datetime(),
  last_sign_in_at: z.iso.datetime().nullable(),
  app_metadata: z.object({
    provider: z.string(),
    providers: z.array(z.string()),
    role: z.literal('admin').optional(),
  }),
  user_metadata: metadata,
  identities: z.array(identityShape),
  /** The second steps; absent if there are none. */
  factors: z.array(factorShape).optional(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  is_anonymous: z.literal(false),
})

export const sessionShape = z.object({
  access_token: z.string(),
  token_type: z.literal('bearer'),
  expires_in: z.int(),
  expires_at: z.int(),
  refresh_token: z.string(),
  user: userShape,
})

const publicKeySet = z.object({
  keys: z.array(
    z.object({
      kty: z.literal('EC'),
      crv: z.literal('P-256'),
      x: z.string(),
      y: z.string(),
      kid: z.string(),
      alg: z.literal('ES256'),
      use: z.literal('sig'),
      key_ops: z.array(z.literal('verify')),
    }),
  ),
})

const settingsShape = z.object({
  external: z.record(z.string(), z.boolean()),
  disable_signup: z.boolean(),
  mailer_autoconfirm: z.boolean(),
  phone_autoconfirm: z.boolean(),
  sms_provider: z.string(),
  saml_enabled: z.boolean(),
})

const signOutScope = z.enum(['global', 'local', 'others'], 'scope must be global, local or others')

export type SignUp = z.output<typeof signUpBody>
export type Credentials = z.output<typeof passwordGrantBody>
export type CodeExchange = z.output<typeof pkceGrantBody>
export type WireFactor = z.output<typeof factorShape>
export type WireIdentity = z.output<typeof identityShape>
export type WireUser = z.output<typeof userShape>
export type WireSession = z.output<typeof sessionShape>
export type PublicKeySet = z.output<typeof publicKeySet>
export type SignOutScope = z.output<typeof signOutScope>

/** The supported calls of the official auth client. `not-offered.ts` refuses its other calls. */
export const identityContract = defineContract({
  'POST /auth/v1/signup': {
    summary: 'Makes an account and signs in',
    access: 'public',
    body: signUpBody,
    response: sessionShape,
  },
  'POST /auth/v1/token': {
    summary:
      'Signs in with email and password (grant_type=password), renews a session (refresh_token), or exchanges a code (pkce)',
    access: 'public',
    query: z.object({ grant_type: z.string('grant_type is required') }),
    // Each grant has a body of its own, checked when the grant is known.
    body: z.looseObject({}, jsonObject),
    response: sessionShape,
  },
  'GET /auth/v1/user': { summary: 'The signed-in user', access: 'user', response: userShape },
  'POST /auth/v1/logout': {
    summary: 'Ends every session of the user, this one, or the others',
    access: 'user',
    query: z.object({ scope: signOutScope.default('global') }),
    response: z.undefined(),
    status: 204,
  },
  'GET /auth/v1/settings': {
    summary: 'The ways to sign in',
    access: 'public',
    response: settingsShape,
  },
  'GET /auth/v1/health': {
    summary: 'Says that the auth service answers',
    access: 'public',
    response: z.object({ version: z.string(), name: z.string(), description: z.string() }),
  },
  'GET /auth/v1/.well-known/jwks.json': {
    summary: 'Public keys that verify access tokens',
    access: 'public',
    response: publicKeySet,
  },
})

const changes = z.object(
  {
    password: password.optional(),
    /** Needed beside `password`, except once in a session begun by a mailed link. */
    current_password: z.string().max(1_000).optional(),
    /** In its place, the code from the mail that `GET /auth/v1/reauthenticate` sends. */
    nonce: z.string().max(100).optional(),
    email: signInEmail.optional(),
    phone: z.string().optional(),
    /** Merged into what is there; null removes a member. */
    data: z
      .looseObject({
        first_name: personName('First name').optional(),
        last_name: personName('Last name').optional(),
      })
      .refine(isAcceptableData, unusableData)
      .optional(),
  },
  jsonObject,
)

export type UserChanges = z.output<typeof changes>

export const userChangesContract = defineContract({
  'PUT /auth/v1/user': {
    summary: 'Changes the password or the metadata of the signed-in user',
    access: 'user',
    body: changes,
    response: userShape,
  },
})
