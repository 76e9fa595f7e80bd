import { defineRoutes } from '../../../platform/http/route.ts'
import { statusesContract } from './contract.ts'
import { changeMeaning, listMeanings } from './service.ts'

export const createStatusRoutes = () =>
  defineRoutes(statusesContract, {
    'GET /api/v1/admin/report-statuses': (_, context) => listMeanings(context),
    'PUT /api/v1/admin/report-statuses/:status': ({ params, body }, context) =>
      changeMeaning(context, params.status, body.means),
  })
