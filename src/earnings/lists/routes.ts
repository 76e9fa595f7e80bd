import { defineRoutes } from '../../platform/http/route.ts'
import { listFiguresContract } from './contract.ts'
import { readListFigures } from './service.ts'

export const listFiguresRoutes = defineRoutes(listFiguresContract, {
  'GET /api/v1/me/lists/:id/figures': ({ params }, context) => readListFigures(context, params.id),
})
