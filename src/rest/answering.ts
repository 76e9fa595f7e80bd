import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Call } from '../platform/http/route.ts'
import { notOne, RestError, unreadable } from './errors.ts'
import { type Address, readAddress } from './grammar/query.ts'
import { type Accepted, readAccept } from './media-type.ts'
import { invalidPreferences, type Preferences, readPreferences } from './preferences.ts'
import type { ReadingOptions } from './reading/reading.ts'
import type { Answer } from './reading/statement.ts'

/** What a request asks for, beside what it is about. */
export type Asked = {
  address: Address
  /** A procedure's arguments in the address. */
  given: Record<string, string>
  preferences: Preferences
  accepted: Accepted
}

/** Reads address and headers. `argumentNames` are a procedure's, which the address has beside the rest. */
export function readAsked({ url, headers, method }: FastifyRequest, argumentNames: string[]): Asked {
  if (headers.range !== undefined) throw unreadable('Range is not offered.', 'Use limit and offset.')
  const search = new URLSearchParams(url.split('?').slice(1).join('?'))
  const given = Object.fromEntries(argumentNames.flatMap((name) => argumentOf(search, name)))
  const preferences = readPreferences(headers.prefer)
  if (preferences.maxAffected !== undefined && method !== 'PATCH' && method !== 'DELETE')
    throw invalidPreferences([`max-affected=${preferences.maxAffected}`])
  const address = readAddress(search.toString())
  return { address, given, preferences, accepted: readAccept(headers.accept) }
}

/** Throws for what is asked of rows that are sent, where none are. */
export function refuseColumns({ address: { columns, onConflict } }: Asked): void {
  if (columns || onConflict) throw unreadable('columns and on_conflict are for rows that are sent.')
}

/** How the request wants its rows read. */
export const optionsOf = ({ preferences, accepted }: Asked): ReadingOptions => ({
  isCounted: preferences.isCounted,
  areNullsStripped: accepted.areNullsStripped,
})

/** What the product's own calls would know of the request. */
export const callOf = ({ method, headers, ip: address, log }: FastifyRequest): Call => ({
  ...{ method, headers, address, log },
  idempotencyKey: undefined,
  reply: null,
})

/** The client writes null as a word. */
function argumentOf(search: URLSearchParams, name: string): [string, string][] {
  const value = search.get(name)
  search.delete(name)
  return value === null || value === 'null' ? [] : [[name, value]]
}

/** Answers rows: a list with its range, or the one object that was asked for. */
export function sendRows(
  reply: FastifyReply,
  { address, accepted, preferences }: Asked,
  { body, rows, total }: Answer,
  status = 200,
): string {
  const { offset } = address.query
  if (total !== null && offset > 0 && offset >= total && status === 200)
    throw new RestError({
      status: 416,
      code: 'PGRST103',
      message: 'Requested range not satisfiable',
      details: `An offset of ${offset} was requested, but there are only ${total} rows.`,
    })
  if (accepted.isObject && rows !== 1) throw notOne(rows)
  const range = rows === 0 ? '*' : `${offset}-${offset + rows - 1}`
  const isPart = status === 200 && total !== null && rows < total
  sendHead(reply, preferences, `${range}/${total ?? '*'}`)
    .code(isPart ? 206 : status)
    .type(`${accepted.type}; charset=utf-8`)
  // A list of one, whose brackets are the first and last sign.
  return accepted.isObject ? body.trim().slice(1, -1) : body
}

/** Answers a change of so many rows without them. */
export function sendCount(
  reply: FastifyReply,
  { preferences }: Asked,
  { status, count }: { status: number; count: number },
): string {
  sendHead(reply, preferences, `*/${preferences.isCounted ? count : '*'}`).code(status)
  return ''
}

function sendHead(reply: FastifyReply, { applied }: Preferences, range: string): FastifyReply {
  if (applied.length > 0) reply.header('preference-applied', applied.join(', '))
  return reply.header('content-range', range)
}
