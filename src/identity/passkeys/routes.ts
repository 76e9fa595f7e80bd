import { defineRoutes } from '../../platform/http/route.ts'
import type { Identity } from '../index.ts'
import { deviceOf } from '../routes.ts'
import { passkeysContract } from './contract.ts'

/** The calls for passkeys. */
export const createPasskeyRoutes = (identity: Identity) =>
  defineRoutes(passkeysContract, {
    'POST /auth/v1/passkeys/registration/options': (_, context, call) =>
      identity.passkeys.beginRegistration(context, deviceOf(call)),
    'POST /auth/v1/passkeys/registration/verify': ({ body }, context, call) =>
      identity.passkeys.register(context, body, deviceOf(call)),
    'POST /auth/v1/passkeys/authentication/options': (_, context, call) =>
      identity.passkeys.beginSignIn(context, deviceOf(call)),
    'POST /auth/v1/passkeys/authentication/verify': ({ body }, context, call) =>
      identity.passkeys.signIn(context, body, deviceOf(call)),
    'GET /auth/v1/passkeys': (_, context) => identity.passkeys.list(context),
    'PATCH /auth/v1/passkeys/:id': ({ params, body }, context) =>
      identity.passkeys.rename(context, params.id, body.friendly_name),
    'DELETE /auth/v1/passkeys/:id': async ({ params }, context) => {
      await identity.passkeys.remove(context, params.id)
      return undefined
    },
  })
