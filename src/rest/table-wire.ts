import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../platform/context.ts'
import type { Call } from '../platform/http/route.ts'
import type { SearchQueue } from '../platform/searches/queue.ts'
import { zoneOf } from '../shared/time-zone.ts'
import { type Asked, readAsked, sendRows } from './answering.ts'
import { unknownTable, unreadable } from './errors.ts'
import { readTable } from './reading/reading.ts'
import { isTable, type TableName } from './tables.ts'
import type { WritingDeps } from './writing/writers.ts'
import { type Reading, type Written, writeTable } from './writing/writing.ts'

export type TablesDeps = {
  writing: WritingDeps
  searchQueue: SearchQueue
  /** The time zone of the days on which earnings become posted. */
  reportTimeZone: string
}

type TableRequest = FastifyRequest<{ Params: { table: string }; Body: unknown }>

/** Mounts the tables: reading by GET and HEAD, changes by POST, PATCH and DELETE. */
export function registerTables(scope: FastifyInstance, deps: TablesDeps): void {
  const url = '/rest/v1/:table'
  const schema = { hide: true }
  const read = async (request: TableRequest, reply: FastifyReply) => {
    const { table, asked, reading } = askedOf(request, deps)
    reply.header('cache-control', 'no-store')
    return sendRows(reply, asked, await reading(table, asked.address.query, asked))
  }
  scope.get<{ Params: { table: string } }>(url, { schema, exposeHeadRoute: false }, read)
  scope.head<{ Params: { table: string } }>(url, { schema }, read)
  scope.route<{ Params: { table: string } }>({
    method: ['POST', 'PATCH', 'DELETE'],
    url,
    schema,
    handler: async (request, reply) => {
      const { table, asked, reading, context } = askedOf(request, deps)
      const { headers, ip: address, log, body } = request
      const method = request.method as 'POST' | 'PATCH' | 'DELETE'
      const call: Call = { method, headers, idempotencyKey: undefined, address, log, reply: null }
      const written = await writeTable(context, { table, method, asked, body, call }, deps.writing, reading)
      reply.header('cache-control', 'no-store')
      return sendWritten(reply, asked, written)
    },
  })
}

function askedOf(request: TableRequest, { searchQueue, reportTimeZone }: TablesDeps) {
  const { table } = request.params
  // Without a body the client takes 404 for an empty answer.
  if (!isTable(table))
    throw request.method === 'HEAD' ? unreadable(`There is no table ${table}.`) : unknownTable(table)
  const context = request.serviceContext as Context
  const reportDay = zoneOf(reportTimeZone).dayOf(context.clock())
  /** In the caller's turn: four at a time of an account, or of an address without one. */
  const reading: Reading = (table: TableName, query, { preferences, accepted }) =>
    searchQueue(context, request.ip, () =>
      readTable(
        context,
        { table, query, reportDay },
        { isCounted: preferences.isCounted, areNullsStripped: accepted.areNullsStripped },
      ),
    )
  return { table, context, asked: readAsked(request, []), reading }
}

function sendWritten(reply: FastifyReply, asked: Asked, { status, count, answer }: Written): string {
  if (answer) return sendRows(reply, asked, answer, status)
  const { applied, isCounted } = asked.preferences
  if (applied.length > 0) reply.header('preference-applied', applied.join(', '))
  reply.header('content-range', `*/${isCounted ? count : '*'}`).code(status)
  return ''
}
