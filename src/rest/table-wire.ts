import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { z } from 'zod'
import { reportDay } from '../earnings/index.ts'
import type { Context } from '../platform/context.ts'
import type { SearchQueue } from '../platform/searches/queue.ts'
import type { Endpoint } from '../shared/contract.ts'
import { each } from '../shared/fields/by-name.ts'
import { callOf, optionsOf, readAsked, refuseColumns, sendCount, sendRows } from './answering.ts'
import { readTable } from './reading/reading.ts'
import { type ColumnType, type TableName, tableNames, tableOf } from './tables.ts'
import { actOf, type WritingDeps } from './writing/writers.ts'
import { type Reading, writeTable } from './writing/writing.ts'

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
      const { asked, reading, inTurn } = askedOf(request, deps)
      refuseColumns(asked)
      const answer = await inTurn(() => reading(table, asked.address.query, optionsOf(asked)))
      return sendRows(reply, asked, answer)
    }
    scope.route({ ...described(table, 'GET'), url, exposeHeadRoute: false, handler: read })
    scope.route({ method: 'HEAD', url, schema: { hide: true }, handler: read })
    for (const method of changes.filter((method) => actOf(table, method)))
      scope.route({
        ...described(table, method),
        url,
        handler: async (request, reply) => {
          const { asked, reading, inTurn, context } = askedOf(request, deps)
          const change = { table, method, asked, body: request.body, call: callOf(request) }
          const write = () => writeTable(context, change, deps.writing, reading)
          // Who has no turn to read learns it before anything is done.
          const isReading = method !== 'POST' || asked.preferences.returns === 'representation'
          const { answer, ...written } = await (isReading ? inTurn(write) : write())
          return answer ? sendRows(reply, asked, answer, written.status) : sendCount(reply, asked, written)
        },
      })
  }
}

const changes = ['POST', 'PATCH', 'DELETE'] as const

type Method = 'GET' | (typeof changes)[number]

const does: Record<Method, string> = {
  GET: 'Read rows of',
  POST: 'Insert rows into',
  PATCH: 'Change rows of',
  DELETE: 'Delete rows of',
}

/** A route with what the reference says of it. */
function described(
  table: TableName,
  method: Method,
): { method: HTTPMethods; schema: object; config: object } {
  const { columns } = tableOf(table)
  const row = each(Object.keys(columns), (name) => z.nullable(shapes[columns[name] as ColumnType]))
  const endpoint: Endpoint = {
    summary: `${does[method]} ${table}, as the official client does (docs/product/calls.md#table-queries)`,
    access: 'public',
    response: z.array(z.object(row)),
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

function askedOf(request: FastifyRequest, { searchQueue, reportTimeZone, longestReadMs }: TablesDeps) {
  const context = request.serviceContext as Context
  const today = reportDay(context, { reportTimeZone })
  const reading: Reading = (table, query, options) =>
    readTable(context, { table, query, reportDay: today, longestMs: longestReadMs }, options)
  /** In the caller's turn: four at a time of an account, or of an address without one. */
  const inTurn = <T>(work: () => Promise<T>) => searchQueue(context, request.ip, work)
  return { context, asked: readAsked(request, []), reading, inTurn }
}
