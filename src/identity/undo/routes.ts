import { defineRoutes } from '../../platform/http/route.ts'
import type { Identity } from '../index.ts'
import { undoContract } from './contract.ts'

/** The calls that undo changes by a mailed link. */
export const createUndoRoutes = (identity: Pick<Identity, 'undo'>) =>
  defineRoutes(undoContract, {
    'POST /api/v1/undo-links/check': ({ body }, context, { address }) =>
      identity.undo.check(context, body.token, { address }),
    'POST /api/v1/undo-links/use': ({ body }, context, { address }) =>
      identity.undo.use(context, body.token, { address }),
  })
