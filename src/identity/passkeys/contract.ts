import { z } from 'zod'
import { defineContract } from '../../shared/contract.ts'
import { id, storable } from '../../shared/schemas.ts'
import { hasVisibleCharacter, withoutTurns } from '../../shared/text.ts'
import { jsonObject, sessionShape } from '../contract.ts'

/** The official service's own limit for a passkey's name. */
export const longestPasskeyName = 120

const base64url = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]+$/, 'credential is malformed')

// Signatures of authenticators are short; only certificates of their makers, which were not requested, are longer.
const signed = base64url(20_000)
const credentialId = base64url(1_400)

const challengeId = z.uuid('challenge_id is required')

/** The fields of both kinds of credential; browsers add more, which are ignored. */
const credentialOf = <Response extends z.ZodType>(response: Response) =>
  z.looseObject(
    {
      id: credentialId,
      rawId: credentialId,
      type: z.literal('public-key'),
      response,
      clientExtensionResults: z.looseObject({}).default({}),
    },
    'credential is required',
  )

const registrationBody = z.object(
  {
    challenge_id: challengeId,
    credential: credentialOf(
      z.looseObject({
        clientDataJSON: signed,
        attestationObject: signed,
        transports: z.array(z.string().max(30)).max(10).optional(),
      }),
    ),
  },
  jsonObject,
)

const authenticationBody = z.object(
  {
    challenge_id: challengeId,
    credential: credentialOf(
      z.looseObject({
        clientDataJSON: signed,
        authenticatorData: signed,
        signature: signed,
        userHandle: z.string().max(200).nullish(),
      }),
    ),
  },
  jsonObject,
)

const friendlyName = z
  .string('friendly_name is required')
  .overwrite(withoutTurns)
  .trim()
  .max(longestPasskeyName, `friendly_name must have at most ${longestPasskeyName} characters`)
  .refine(hasVisibleCharacter, 'friendly_name is required')
  .refine(storable, 'friendly_name contains characters that cannot be used')

const publicKey = z.literal('public-key')

const creationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: publicKey, alg: z.int() })),
  timeout: z.int(),
  excludeCredentials: z.array(z.object({ type: publicKey, id: z.string(), transports: z.array(z.string()) })),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
})

const requestOptions = z.object({
  challenge: z.string(),
  timeout: z.int(),
  rpId: z.string(),
  userVerification: z.literal('required'),
})

/** The options for the browser, when they end (in seconds since 1970), and the challenge's id. */
const questionOf = <Options extends z.ZodType>(options: Options) =>
  z.object({ challenge_id: z.uuid(), options, expires_at: z.int() })

const passkeyShape = z.object({
  id,
  friendly_name: z.string(),
  created_at: z.iso.datetime(),
})

const listedPasskey = passkeyShape.extend({ last_used_at: z.iso.datetime().optional() })

export type RegistrationBody = z.output<typeof registrationBody>
export type AuthenticationBody = z.output<typeof authenticationBody>
export type CreationOptions = z.input<typeof creationOptions>
export type RequestOptions = z.input<typeof requestOptions>
export type NewPasskey = z.input<typeof passkeyShape>
export type ListedPasskey = z.input<typeof listedPasskey>

/** Passkeys, as the official client calls them. */
export const passkeysContract = defineContract({
  'POST /auth/v1/passkeys/registration/options': {
    summary: 'The options for the browser to add a passkey',
    access: 'user',
    response: questionOf(creationOptions),
  },
  'POST /auth/v1/passkeys/registration/verify': {
    summary: 'Adds the passkey that the browser made',
    access: 'user',
    body: registrationBody,
    response: passkeyShape,
  },
  'POST /auth/v1/passkeys/authentication/options': {
    summary: 'The options for the browser to sign in with a passkey',
    access: 'public',
    response: questionOf(requestOptions),
  },
  'POST /auth/v1/passkeys/authentication/verify': {
    summary: 'Signs in with the passkey that answered',
    access: 'public',
    body: authenticationBody,
    response: sessionShape,
  },
  'GET /auth/v1/passkeys': {
    summary: 'The passkeys of the signed-in user, the oldest first',
    access: 'user',
    response: z.array(listedPasskey),
  },
  'PATCH /auth/v1/passkeys/:id': {
    summary: 'Renames a passkey',
    access: 'user',
    params: z.object({ id }),
    body: z.object({ friendly_name: friendlyName }, jsonObject),
    response: listedPasskey,
  },
  'DELETE /auth/v1/passkeys/:id': {
    summary: 'Removes a passkey',
    access: 'user',
    params: z.object({ id }),
    response: z.undefined(),
    status: 204,
  },
})
