import { defineRoutes } from '../platform/http/route.ts'
import { operationsContract } from './contract.ts'
import type { createHealth } from './health.ts'

/** The calls about the installation itself. */
export const createOperationsRoutes = (health: ReturnType<typeof createHealth>) =>
  defineRoutes(operationsContract, {
    'GET /api/v1/admin/health': (_, context) => health.read(context),
  })
