import { defineRoutes } from '../../platform/http/route.ts'
import { ownPayoutsContract, payoutRunsContract } from './contract.ts'
import { listDropped } from './dropping.ts'
import { listDue, type RunDeps } from './due.ts'
import { listOwnPayouts, readOwnBalance, readOwnPayout } from './own.ts'
import { listOwnMonths } from './own-months.ts'
import { importResults, markFileSent, markSent, readForm, setResult } from './results.ts'
import {
  approveRun,
  discardRun,
  draftRun,
  fetchFile,
  listActs,
  listLines,
  listRuns,
  readRun,
} from './service.ts'

/** The calls for payout runs. */
export const createPayoutRunRoutes = (deps: RunDeps) => [
  ...defineRoutes(payoutRunsContract, {
    'GET /api/v1/admin/payouts/due': (_input, context) => listDue(context, deps),
    'POST /api/v1/admin/payout-runs': ({ body }, context) => draftRun(context, body, deps),
    'GET /api/v1/admin/payout-runs': ({ query }, context) => listRuns(context, query),
    'GET /api/v1/admin/payout-runs/:id': ({ params }, context) => readRun(context, params.id),
    'GET /api/v1/admin/payout-runs/:id/lines': ({ params, query }, context) =>
      listLines(context, params.id, query),
    'GET /api/v1/admin/payout-runs/:id/dropped': ({ params, query }, context) =>
      listDropped(context, params.id, query),
    'GET /api/v1/admin/payout-runs/:id/acts': ({ params, query }, context) =>
      listActs(context, params.id, query),
    'POST /api/v1/admin/payout-runs/:id/approve': ({ params }, context) =>
      approveRun(context, params.id, deps),
    'POST /api/v1/admin/payout-runs/:id/discard': ({ params, body }, context) =>
      discardRun(context, params.id, body),
    'POST /api/v1/admin/payout-runs/:id/sent': ({ params }, context) => markSent(context, params.id, deps),
    'POST /api/v1/admin/payout-files/:id/sent': ({ params }, context) =>
      markFileSent(context, params.id, deps),
    'POST /api/v1/admin/payout-files/:id/fetch': ({ params, body }, context) =>
      fetchFile(context, params.id, body, deps),
    'POST /api/v1/admin/payout-lines/:id/result': ({ params, body }, context) =>
      setResult(context, params.id, body, deps),
    'POST /api/v1/admin/payout-runs/:id/results': ({ params, body }, context) =>
      importResults(context, params.id, body, deps),
    'GET /api/v1/admin/payout-runs/:id/form': ({ params }, context) => readForm(context, params.id),
  }),
  ...defineRoutes(ownPayoutsContract, {
    'GET /api/v1/me/balance': (_input, context) => readOwnBalance(context, deps),
    'GET /api/v1/me/earning-months': (_input, context) => listOwnMonths(context, deps),
    'GET /api/v1/me/payouts': ({ query }, context) => listOwnPayouts(context, query),
    'GET /api/v1/me/payouts/:id': ({ params, query }, context) =>
      readOwnPayout(context, params.id, query, deps),
  }),
]
