import { defineRoutes } from '../../platform/http/route.ts'
import type { Identity } from '../index.ts'
import { deviceOf } from '../routes.ts'
import { factorsContract } from './contract.ts'

/**
 * Two-step verification. All calls are open to sessions that have not shown their second step; the service checks them.
 */
export const createFactorRoutes = (identity: Identity) =>
  defineRoutes(factorsContract, {
    'POST /auth/v1/factors': ({ body }, context, call) =>
      identity.factors.enroll(context, body, deviceOf(call)),
    'POST /auth/v1/factors/:id/challenge': ({ params }, context, call) =>
      identity.factors.challenge(context, params, deviceOf(call)),
    'POST /auth/v1/factors/:id/verify': ({ params, body }, context, call) =>
      identity.factors.verify(context, params, body, deviceOf(call)),
    'DELETE /auth/v1/factors/:id': ({ params }, context) => identity.factors.unenroll(context, params),
    'GET /auth/v1/factors/lost': (_, context) => identity.lostSteps.readDrop(context),
    'POST /auth/v1/factors/lost': ({ body }, context) => identity.lostSteps.askToDrop(context, body.nonce),
    'DELETE /auth/v1/factors/lost': (_, context) => identity.lostSteps.keep(context),
    'GET /auth/v1/factors/recovery-codes': (_, context) => identity.recoveryCodes.status(context),
    'POST /auth/v1/factors/recovery-codes': ({ body }, context) =>
      identity.recoveryCodes.make(context, body?.friendly_name),
    'POST /auth/v1/factors/recovery-codes/verify': ({ body }, context, call) =>
      identity.recoveryCodes.verify(context, body.code, deviceOf(call)),
    'POST /auth/v1/factors/recovery-codes/regenerate': (_, context) => identity.recoveryCodes.remake(context),
    'DELETE /auth/v1/factors/recovery-codes': (_, context) => identity.recoveryCodes.remove(context),
  })
