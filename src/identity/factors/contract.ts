import { z } from 'zod'
import { defineContract } from '../../shared/contract.ts'
import { storable } from '../../shared/schemas.ts'
import { hasVisibleCharacter, withoutTurns } from '../../shared/text.ts'
import { jsonObject, sessionShape } from '../contract.ts'

const factorId = z.uuid('factor_id must be an UUID')

const friendlyName = z
  .string()
  .overwrite(withoutTurns)
  .trim()
  .max(100, 'The name must have at most 100 characters')
  .refine(storable, 'The name contains characters that cannot be used')
  .refine((name) => name === '' || hasVisibleCharacter(name), 'The name has no visible character')
  .nullish()

const enrollBody = z.object(
  {
    factor_type: z.enum(['totp', 'phone', 'webauthn'], 'factor_type needs to be totp'),
    friendly_name: friendlyName,
    /** The name that the app shows; by default this site's. The QR code holds it twice, with the address. */
    issuer: z
      .string()
      .max(64, 'issuer must have at most 64 characters')
      .refine(storable, 'issuer contains characters that cannot be used')
      .nullish(),
  },
  jsonObject,
)

const verifyBody = z.object(
  { challenge_id: z.uuid('challenge_id must be an UUID'), code: z.string('code is required').max(50) },
  jsonObject,
)

const removed = z.object({ id: z.uuid() })

const drop = z.object({ drops_at: z.iso.datetime().nullable() })

const recoveryCodes = z.object({
  id: z.uuid(),
  type: z.literal('recovery_code'),
  friendly_name: z.string(),
  total: z.int(),
  codes: z.array(z.string()),
})

export type Enrolment = z.output<typeof enrollBody>
export type FactorVerification = z.output<typeof verifyBody>
export type NewRecoveryCodes = z.output<typeof recoveryCodes>

/** Two-step verification, as the official client asks for it. */
export const factorsContract = defineContract({
  'POST /auth/v1/factors': {
    summary: 'Begins to set up an authenticator app',
    access: 'user',
    body: enrollBody,
    response: z.object({
      id: z.uuid(),
      type: z.literal('totp'),
      friendly_name: z.string(),
      totp: z.object({ qr_code: z.string(), secret: z.string(), uri: z.string() }),
    }),
  },
  'POST /auth/v1/factors/:id/challenge': {
    summary: 'Asks for a code of an authenticator app',
    access: 'user',
    params: z.object({ id: factorId }),
    body: z.looseObject({}, jsonObject).nullish(),
    response: z.object({ id: z.uuid(), type: z.literal('totp'), expires_at: z.int() }),
  },
  'POST /auth/v1/factors/:id/verify': {
    summary: 'Sends a code: finishes setting the app up, or is the second step of signing in',
    access: 'user',
    params: z.object({ id: factorId }),
    body: verifyBody,
    response: sessionShape,
  },
  'DELETE /auth/v1/factors/:id': {
    summary: 'Removes an authenticator app',
    access: 'user',
    params: z.object({ id: factorId }),
    response: removed,
  },
  'GET /auth/v1/factors/lost': {
    summary: 'Whether your passkeys and apps will be removed, since you have lost them',
    access: 'user',
    response: drop,
  },
  'POST /auth/v1/factors/lost': {
    summary: 'Asks to remove your passkeys and apps in seven days, with a mailed code, just after a sign-in',
    access: 'user',
    body: z.object({ nonce: z.string('nonce is required').max(100) }, jsonObject),
    response: drop,
  },
  'DELETE /auth/v1/factors/lost': {
    summary: 'Keeps your passkeys and apps after all',
    access: 'user',
    response: drop,
  },
  'GET /auth/v1/factors/recovery-codes': {
    summary: 'How many recovery codes you have, and how many are unused',
    access: 'user',
    response: recoveryCodes.pick({ id: true, type: true, total: true }).extend({ remaining: z.int() }),
  },
  'POST /auth/v1/factors/recovery-codes': {
    summary: 'Makes recovery codes, which are shown this once',
    access: 'user',
    body: z.object({ friendly_name: friendlyName }, jsonObject).nullish(),
    response: recoveryCodes,
  },
  'POST /auth/v1/factors/recovery-codes/verify': {
    summary: 'Uses a recovery code as the second step of signing in',
    access: 'user',
    body: z.object({ code: z.string('code is required').max(100) }, jsonObject),
    response: sessionShape,
  },
  'POST /auth/v1/factors/recovery-codes/regenerate': {
    summary: 'Replaces all recovery codes by new ones, which are shown this once',
    access: 'user',
    response: recoveryCodes,
  },
  'DELETE /auth/v1/factors/recovery-codes': {
    summary: 'Removes all recovery codes',
    access: 'user',
    response: removed,
  },
})
