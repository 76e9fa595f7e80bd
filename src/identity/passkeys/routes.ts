import { defineRoutes } from '../../platform/http/route.ts'
import type { Identity } from '../index.ts'
import { deviceOf } from '../routes.ts'
import { passkeysContract } from './contract.ts'

/** The calls for passkeys. */
export const createPasskeyRoutes = (identity: Identity) =>
  defineRoutes(passkeysContract, {
    'POST /auth/v1/passkeys/registration/options': (_, context, call) =>
      identity.beginPasskeyRegistration(context, deviceOf(call)),
    'POST /auth/v1/passkeys/registration/verify': ({ body }, context, call) =>
      identity.finishPasskeyRegistration(context, body, deviceOf(call)),
    'POST /auth/v1/passkeys/authentication/options': (_, context, call) =>
      identity.beginPasskeySignIn(context, deviceOf(call)),
    'POST /auth/v1/passkeys/authentication/verify': ({ body }, context, call) =>
      identity.signInWithPasskey(context, body, deviceOf(call)),
    'GET /auth/v1/passkeys': (_, context) => identity.listPasskeys(context),
    'PATCH /auth/v1/passkeys/:id': ({ params, body }, context) =>
      identity.renamePasskey(context, params.id, body.friendly_name),
    'DELETE /auth/v1/passkeys/:id': async ({ params }, context) => {
      await identity.removePasskey(context, params.id)
      return undefined
    },
  })
