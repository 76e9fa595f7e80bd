import { defineRoutes } from '../../platform/http/route.ts'
import type { Identity } from '../index.ts'
import { deviceOf } from '../routes.ts'
import { factorsContract } from './contract.ts'

/**
 * Two-step verification. All calls are open to sessions that have not shown their second step; the service checks them.
 */
export const createFactorRoutes = (identity: Identity) =>
  defineRoutes(factorsContract, {
    'POST /auth/v1/factors': ({ body }, context) => identity.enrollFactor(context, body),
    'POST /auth/v1/factors/:id/challenge': ({ params }, context) => identity.challengeFactor(context, params),
    'POST /auth/v1/factors/:id/verify': ({ params, body }, context, call) =>
      identity.verifyFactor(context, params, body, deviceOf(call)),
    'DELETE /auth/v1/factors/:id': ({ params }, context) => identity.unenrollFactor(context, params),
    'GET /auth/v1/factors/lost': (_, context) => identity.readDrop(context),
    'POST /auth/v1/factors/lost': ({ body }, context) => identity.askToDrop(context, body.nonce),
    'DELETE /auth/v1/factors/lost': (_, context) => identity.keepSteps(context),
    'GET /auth/v1/factors/recovery-codes': (_, context) => identity.recoveryCodesStatus(context),
    'POST /auth/v1/factors/recovery-codes': ({ body }, context) =>
      identity.makeRecoveryCodes(context, body?.friendly_name),
    'POST /auth/v1/factors/recovery-codes/verify': ({ body }, context, call) =>
      identity.verifyRecoveryCode(context, body.code, deviceOf(call)),
    'POST /auth/v1/factors/recovery-codes/regenerate': (_, context) => identity.remakeRecoveryCodes(context),
    'DELETE /auth/v1/factors/recovery-codes': (_, context) => identity.removeRecoveryCodes(context),
  })
