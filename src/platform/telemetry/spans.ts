import type * as Api from '@opentelemetry/api'
import type { Span, Tracer } from '@opentelemetry/api'
import { version } from '../http/version.ts'
import type { TracingSettings } from '../settings/read.ts'
import { currentTrace, inTrace, type Trace } from './trace.ts'

/** Facts about a step. Never an address, a person's id, or a text: they leave the machine. */
type Facts = Record<string, string | number | boolean>
type Kind = 'server' | 'client' | 'internal'

/** An open step. */
export type OpenSpan = {
  /** The trace for the steps within it. */
  trace: Trace
  end(facts: Facts & { name?: string }, failed: boolean): void
}

let running: { api: typeof Api; tracer: Tracer } | undefined

/**
 * Sends steps of requests and jobs to an OpenTelemetry collector, by OTLP over HTTP. The packages are loaded only here.
 * Returns a function that ends it and sends the rest.
 */
export async function startTracing(settings: TracingSettings | undefined): Promise<() => Promise<void>> {
  if (!settings) return async () => {}
  const [api, sdk, { resourceFromAttributes }, { OTLPTraceExporter }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/exporter-trace-otlp-http'),
  ])
  const { endpoint, headers, share } = settings
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    headers,
    timeoutMillis: 5_000,
  })
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'folio', 'service.version': version }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter })],
  })
  running = { api, tracer: provider.getTracer('folio', version) }
  return async () => {
    running = undefined
    // Nothing waits for a collector that is away.
    await provider.shutdown().catch(() => {})
  }
}

/** Whether steps are reported. */
export const isTracing = (): boolean => running !== undefined

/** Begins a step within `parent`, or a trace of its own without one. Undefined if steps are not reported. */
export function beginSpan(name: string, kind: Kind, parent = currentTrace()): OpenSpan | undefined {
  if (!running) return undefined
  const { api, tracer } = running
  const kinds = { server: api.SpanKind.SERVER, client: api.SpanKind.CLIENT, internal: api.SpanKind.INTERNAL }
  const span = tracer.startSpan(name, { kind: kinds[kind] }, contextOf(api, parent))
  const { traceId, spanId, traceFlags } = span.spanContext()
  const isSampled = (traceFlags & api.TraceFlags.SAMPLED) !== 0
  return {
    trace: { traceId, spanId, isSampled, state: parent?.state },
    end: ({ name: later, ...facts }, failed) => endSpan(span, { name: later, facts, failed, api }),
  }
}

const contextOf = ({ ROOT_CONTEXT, TraceFlags, trace }: typeof Api, parent: Trace | undefined) =>
  parent
    ? trace.setSpanContext(ROOT_CONTEXT, {
        traceId: parent.traceId,
        spanId: parent.spanId,
        traceFlags: parent.isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
        isRemote: true,
      })
    : ROOT_CONTEXT

type End = { name: string | undefined; facts: Facts; failed: boolean; api: typeof Api }

function endSpan(span: Span, { name, facts, failed, api }: End): void {
  if (name) span.updateName(name)
  span.setAttributes(facts)
  if (failed) span.setStatus({ code: api.SpanStatusCode.ERROR })
  span.end()
}

/** Does work as a step of the current trace, or of a new one; only the work if steps are not reported. */
export async function inSpan<T>(
  name: string,
  kind: Exclude<Kind, 'server'>,
  facts: Facts,
  work: () => Promise<T>,
): Promise<T> {
  const span = beginSpan(name, kind)
  if (!span) return work()
  try {
    const result = await inTrace(span.trace, work)
    span.end(facts, false)
    return result
  } catch (error) {
    span.end({ ...facts, 'error.type': error instanceof Error ? error.name : 'unknown' }, true)
    throw error
  }
}
