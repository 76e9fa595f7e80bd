import { defineRoutes } from '../../platform/http/route.ts'
import { debtsContract } from './contract.ts'
import { answerDebt, listAskedDebts, writeOff } from './service.ts'

/** The calls for debts of people who have left. */
export const createDebtRoutes = (deps: { reportTimeZone: string; aloneCents: number }) =>
  defineRoutes(debtsContract, {
    'GET /api/v1/admin/payees/:id/debts': ({ params }, context) => listAskedDebts(context, params.id),
    'POST /api/v1/admin/payees/:id/debts': ({ params, body }, context) =>
      answerDebt(context, params.id, body, deps),
    'POST /api/v1/admin/payees/:id/write-off': ({ params, body }, context) =>
      writeOff(context, params.id, body, deps),
  })
