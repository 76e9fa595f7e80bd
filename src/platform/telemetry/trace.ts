import { AsyncLocalStorage } from 'node:async_hooks'

/** The request that the current work is part of, in whatever program it began (W3C Trace Context, level 1). */
export type Trace = {
  /** 32 hex digits, the same in all programs. */
  traceId: string
  /** 16 hex digits: the step that later steps are part of. */
  spanId: string
  /** Whether the program that began it wants to see its steps. */
  isSampled: boolean
  /** State that other programs have added, passed on unchanged. */
  state?: string | undefined
}

const active = new AsyncLocalStorage<Trace>()

/** The trace of the current work; undefined if it has none. */
export const currentTrace = (): Trace | undefined => active.getStore()

/** Runs work as a part of a trace. */
export const inTrace = <T>(trace: Trace, work: () => T): T => active.run(trace, work)

const parentPattern = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/
const longestState = 512

/** Reads the headers `traceparent` and `tracestate`; undefined if the first is missing or invalid. */
export function readTrace(headers: Record<string, string | string[] | undefined>): Trace | undefined {
  const { traceparent, tracestate } = headers
  const [, traceId, spanId, flags = ''] =
    (typeof traceparent === 'string' && parentPattern.exec(traceparent)) || []
  if (!traceId || !spanId) return undefined
  const mayPass = typeof tracestate === 'string' && tracestate.length <= longestState
  const isSampled = Number.parseInt(flags, 16) % 2 === 1
  return { traceId, spanId, isSampled, state: mayPass ? tracestate : undefined }
}

/** The headers that pass the current trace on to another program; none without a trace. */
export function traceHeaders(): Record<string, string> {
  const trace = currentTrace()
  if (!trace) return {}
  const { traceId, spanId, isSampled, state } = trace
  const traceparent = `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`
  return { traceparent, ...(state && { tracestate: state }) }
}

/** The fields of a trace in a line of the log; none without a trace. */
export const traceFields = (trace: Trace | undefined): { trace_id?: string } =>
  trace ? { trace_id: trace.traceId } : {}
