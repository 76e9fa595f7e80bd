import { defineRoutes } from '../../../platform/http/route.ts'
import type { Identity } from '../../index.ts'
import { deviceOf } from '../../routes.ts'
import { linkingContract } from './contract.ts'

/** Confirming that a provider's sign-in belongs to an account. */
export const createLinkingRoutes = (identity: Pick<Identity, 'providers'>) =>
  defineRoutes(linkingContract, {
    'POST /api/v1/provider-links/confirm': async ({ body }, context, call) => ({
      address: await identity.providers.confirmLinking(context, body, deviceOf(call)),
    }),
  })
