import { defineRoutes } from '../../platform/http/route.ts'
import type { Identity } from '../index.ts'
import { deviceOf } from '../routes.ts'
import { recoveryContract } from './contract.ts'

/** The calls that let people back in by mail. */
export const createRecoveryRoutes = (identity: Identity) =>
  defineRoutes(recoveryContract, {
    'POST /auth/v1/recover': async ({ query, body }, context, call) => {
      await identity.recovery.request(context, { body, redirectTo: query.redirect_to }, deviceOf(call))
      return {}
    },
    'POST /auth/v1/resend': async ({ query, body }, context, call) => {
      await identity.recovery.resend(context, { body, redirectTo: query.redirect_to }, deviceOf(call))
      return {}
    },
    'GET /auth/v1/reauthenticate': async (_, context, call) => {
      await identity.recovery.reauthenticate(context, deviceOf(call))
      return {}
    },
    'POST /auth/v1/verify': ({ body }, context, call) =>
      identity.recovery.verifyToken(context, body, deviceOf(call)),
    'GET /auth/v1/verify': async ({ query }, context, call) => {
      const { type, token, redirect_to: redirectTo } = query
      const address = await identity.recovery.followLink(context, { type, token, redirectTo }, deviceOf(call))
      call.reply?.header('location', address).header('referrer-policy', 'no-referrer')
      return undefined
    },
  })
