import { sqlState } from '../platform/database/errors.ts'
import { AppError, type ErrorCode } from '../shared/errors.ts'

type Said = { status: number; code: string; message: string; details?: string; hint?: string }

/** A failure in the words of the table queries' protocol: `{code, details, hint, message}`. */
export class RestError extends Error {
  readonly said: Said
  constructor(said: Said) {
    super(said.message)
    this.name = 'RestError'
    this.said = said
  }
}

/** The request, or a part of it, cannot be read, or asks for what is not offered. */
export const unreadable = (details: string, hint?: string) =>
  new RestError({
    status: 400,
    code: 'PGRST100',
    message: 'The query could not be read.',
    details,
    ...(hint && { hint }),
  })

export const unknownTable = (name: string) =>
  new RestError({
    status: 404,
    code: 'PGRST205',
    message: `Could not find the table 'public.${name}' in the schema cache`,
  })

export const unknownColumn = (table: string, name: string) =>
  new RestError({
    status: 400,
    code: 'PGRST204',
    message: `Could not find the '${name}' column of '${table}' in the schema cache`,
  })

export const unknownRelation = (table: string, name: string) =>
  new RestError({
    status: 400,
    code: 'PGRST200',
    message: `Could not find a relationship between '${table}' and '${name}' in the schema cache`,
  })

export const ambiguousRelation = (table: string, name: string, ways: string[]) =>
  new RestError({
    status: 300,
    code: 'PGRST201',
    message: `Could not embed because more than one relationship was found for '${table}' and '${name}'`,
    hint: `Try one of: ${ways.map((way) => `${name}!${way}`).join(', ')}`,
  })

/** One object was asked for, and there are so many. */
export const notOne = (rows: number) =>
  new RestError({
    status: 406,
    code: 'PGRST116',
    message: 'Cannot coerce the result to a single JSON object',
    details: `The result contains ${rows} rows`,
  })

/** Not the caller's to change. */
export const notAllowed = (table: string) =>
  new RestError({ status: 403, code: '42501', message: `permission denied for table ${table}` })

/** A row that the table does not take. */
export const refusedRow = (message: string, code: '23514' | '23505' | '23503' | '42501' = '23514') =>
  new RestError({ status: { 23514: 400, 23505: 409, 23503: 409, 42501: 403 }[code], code, message })

const sqlStates: Partial<Record<ErrorCode, string>> = {
  validation_failed: '23514',
  malformed_request: '22023',
  not_authenticated: '42501',
  forbidden: '42501',
  not_found: 'PGRST116',
  conflict: '23505',
}

/**
 * What the caller sent, which the database could not read as the column's type; the statement took too long (57014).
 */
const ofCaller = new Set(['22P02', '22003', '22007', '22008', '22021', '22025', '22023', '57014'])

const tookTooLong = 'The query takes too long. Ask for fewer rows, or with a filter.'

/** Any failure in this protocol's words. Only what `failure` names goes out; `error` is what was thrown. */
export function restAnswer(error: unknown, failure: AppError): Said {
  if (error instanceof RestError) return error.said
  const state = sqlState(error)
  if (state && ofCaller.has(state))
    return {
      status: 400,
      code: state,
      message: state === '57014' ? tookTooLong : (error as Error).message,
    }
  const { status, code, message } = failure
  return { status, code: sqlStates[code] ?? code, message }
}

/** Whether a failure is one of the caller's, so that it is no fault of the program. */
export const isOfCaller = (error: unknown): boolean =>
  error instanceof RestError || error instanceof AppError || ofCaller.has(sqlState(error) ?? '')
