import { defineRoutes } from '../platform/http/route.ts'
import { notesContract } from './contract.ts'
import { listOwnNotes } from './reading.ts'

export const noteRoutes = defineRoutes(notesContract, {
  'GET /api/v1/me/notes': ({ query }, context) => listOwnNotes(context, query),
})
