import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { z } from 'zod'
import type { Context } from '../platform/context.ts'
import type { Call } from '../platform/http/route.ts'
import type { SearchQueue } from '../platform/searches/queue.ts'
import type { Endpoint } from '../shared/contract.ts'
import { zoneOf } from '../shared/time-zone.ts'
import { type Asked, readAsked, sendRows } from './answering.ts'
import { readTable } from './reading/reading.ts'
import { type ColumnType, type TableName, tableNames, tableOf } from './tables.ts'
import { type WritingDeps, writers } from './writing/writers.ts'
import { type Reading, type Written, writeTable } from './writing/writing.ts'

export type TablesDeps = {
  writing: WritingDeps
  searchQueue: SearchQueue
  /** The time zone of the days on which earnings become posted. */
  reportTimeZone: string
  /** How long a read may take, where it differs from the default. */
  longestReadMs?: number | undefined
}

/** Mounts the tables: reading by GET and HEAD, changes by POST, PATCH and DELETE. */
export function registerTables(scope: FastifyInstance, deps: TablesDeps): void {
  for (const table of tableNames) {
    const url = `/rest/v1/${table}`
    const read = async (request: FastifyRequest, reply: FastifyReply) => {
      const { asked, reading } = askedOf(request, deps)
      reply.header('cache-control', 'no-store')
      return sendRows(reply, asked, await reading(table, asked.address.query, asked))
    }
    scope.route({ ...described(table, 'GET'), url, exposeHeadRoute: false, handler: read })
    scope.route({ method: 'HEAD', url, schema: { hide: true }, handler: read })
    for (const method of offeredOf(table))
      scope.route({
        ...described(table, method),
        url,
        handler: async (request, reply) => {
          const { asked, reading, context } = askedOf(request, deps)
          const { headers, ip: address, log, body } = request
          const call: Call = { method, headers, idempotencyKey: undefined, address, log, reply: null }
          const change = { table, method, asked, body, call }
          const written = await writeTable(context, change, deps.writing, reading)
          reply.header('cache-control', 'no-store')
          return sendWritten(reply, asked, written)
        },
      })
  }
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

const does: Record<Method, string> = {
  GET: 'Read rows of',
  POST: 'Insert rows into',
  PATCH: 'Change rows of',
  DELETE: 'Delete rows of',
}

/** How a table is changed; the rest is refused for all. */
function offeredOf(table: TableName): ('POST' | 'PATCH' | 'DELETE')[] {
  const { insert, update, remove } = writers[table] ?? {}
  return [
    ...(insert ? ['POST' as const] : []),
    ...(update ? ['PATCH' as const] : []),
    ...(remove ? ['DELETE' as const] : []),
  ]
}

/** A route with what the reference says of it. */
function described(
  table: TableName,
  method: Method,
): { method: HTTPMethods; schema: object; config: object } {
  const endpoint: Endpoint = {
    summary: `${does[method]} ${table}, as the official client does (docs/product/calls.md#table-queries)`,
    access: 'public',
    response: z.array(z.object(each(tableOf(table).columns, (type) => z.nullable(shapes[type])))),
  }
  return { method, schema: {}, config: { endpoint } }
}

const shapes: Record<ColumnType, z.ZodType> = {
  uuid: z.uuid(),
  text: z.string(),
  integer: z.number().int(),
  bigint: z.number().int(),
  numeric: z.number(),
  boolean: z.boolean(),
  timestamptz: z.string(),
  'text[]': z.array(z.string()),
}

const each = <T, U>(record: Record<string, T>, make: (value: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, make(value)]))

function askedOf(request: FastifyRequest, { searchQueue, reportTimeZone, longestReadMs }: TablesDeps) {
  const context = request.serviceContext as Context
  const reportDay = zoneOf(reportTimeZone).dayOf(context.clock())
  /** In the caller's turn: four at a time of an account, or of an address without one. */
  const reading: Reading = (table, query, { preferences, accepted }) =>
    searchQueue(context, request.ip, () =>
      readTable(
        context,
        { table, query, reportDay, longestMs: longestReadMs },
        { isCounted: preferences.isCounted, areNullsStripped: accepted.areNullsStripped },
      ),
    )
  return { context, asked: readAsked(request, []), reading }
}

function sendWritten(reply: FastifyReply, asked: Asked, { status, count, answer }: Written): string {
  if (answer) return sendRows(reply, asked, answer, status)
  const { applied, isCounted } = asked.preferences
  if (applied.length > 0) reply.header('preference-applied', applied.join(', '))
  reply.header('content-range', `*/${isCounted ? count : '*'}`).code(status)
  return ''
}
