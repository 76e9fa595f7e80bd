import { randomUUID } from 'node:crypto'
import path from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { minuteMs } from '../../shared/time.ts'
import { sqlState } from '../database/errors.ts'
import { version } from '../http/version.ts'
import { currentTrace } from './trace.ts'

/** Where a fault happened: a route's pattern, or a kind of job. */
type Where = { route?: string | undefined; job?: string; reqId?: string | undefined }

const maxPerMinute = 10
const patienceMs = 5_000
const projectDir = path.resolve(import.meta.dirname, '../../..')

let report: ((error: unknown, where: Where) => void) | undefined

/** Reports a fault, if the operator has asked for it; at once, and without waiting. */
export const reportFault = (error: unknown, where: Where): void => report?.(error, where)

/**
 * Has faults sent to `dsn` (`https://key@host/project`) in the format of Sentry's envelopes, which GlitchTip and
 * Bugsink take as well: ten a minute at most. A report says the fault's kind, its place in the program and the route or
 * job. Messages of the language or the database come without quoted texts, addresses and numbers. A report that cannot
 * be sent is lost. Returns a function that ends it.
 */
export function startErrorReports(dsn: string | undefined, log: FastifyBaseLogger): () => void {
  if (!dsn) return () => {}
  const { url, key } = readDsn(dsn)
  let minute = Number.NEGATIVE_INFINITY
  let sent = 0
  let leftOut = 0
  let pausedUntil = 0

  report = (error, where) => {
    const now = performance.now()
    if (now - minute >= minuteMs) {
      minute = now
      sent = 0
    }
    if (now < pausedUntil || sent >= maxPerMinute) {
      leftOut += 1
      return
    }
    sent += 1
    const event = eventOf(error, where, leftOut)
    leftOut = 0
    void send(event)
  }

  async function send(event: ReturnType<typeof eventOf>): Promise<void> {
    const lines = [{ event_id: event.event_id, sent_at: new Date().toISOString() }, { type: 'event' }, event]
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-sentry-envelope',
          'x-sentry-auth': `Sentry sentry_version=7, sentry_client=folio/${version}, sentry_key=${key}`,
        },
        body: lines.map((line) => JSON.stringify(line)).join('\n'),
        redirect: 'error',
        signal: AbortSignal.timeout(patienceMs),
      })
      await answer.body?.cancel()
      if (answer.ok) return
      const seconds = Number(answer.headers.get('retry-after')) || 60
      pausedUntil = performance.now() + seconds * 1_000
      log.warn({ status: answer.status }, 'a fault could not be reported')
    } catch {
      pausedUntil = performance.now() + minuteMs
      log.warn('a fault could not be reported: the address of ERROR_REPORT_DSN does not answer')
    }
  }

  return () => {
    report = undefined
  }
}

/** `https://key@host/path/project` → the address of its envelopes, and the key. */
function readDsn(dsn: string): { url: string; key: string } {
  const { protocol, host, pathname, username } = new URL(dsn)
  const parts = pathname.split('/').filter(Boolean)
  const project = parts.pop()
  return { url: `${protocol}//${[host, ...parts].join('/')}/api/${project}/envelope/`, key: username }
}

function eventOf(error: unknown, { route, job, reqId }: Where, leftOut: number) {
  const trace = currentTrace()
  const { name = 'Error', message = '', stack = '' } = error instanceof Error ? error : {}
  const tags = {
    ...(route && { route }),
    ...(job && { job }),
    ...(sqlState(error) && { sql_state: sqlState(error) }),
    ...(reqId && { request_id: reqId }),
  }
  return {
    event_id: randomUUID().replaceAll('-', ''),
    timestamp: Date.now() / 1_000,
    platform: 'node',
    level: 'error',
    release: `folio@${version}`,
    transaction: route ?? job,
    tags,
    extra: { left_out_before: leftOut },
    exception: {
      values: [
        {
          type: name,
          value: maySend(error) ? withoutTexts(message) : '',
          stacktrace: { frames: framesOf(stack) },
        },
      ],
    },
    ...(trace && { contexts: { trace: { trace_id: trace.traceId, span_id: trace.spanId } } }),
  }
}

/** Whether a message comes from the language or the database: others may contain anything. */
const maySend = (error: unknown) =>
  sqlState(error) !== undefined ||
  [TypeError, RangeError, ReferenceError, SyntaxError].some((kind) => error instanceof kind)

/** A message without the texts, addresses, ids and numbers in it, which may be personal. */
const withoutTexts = (message: string): string =>
  (message.split('\n')[0] ?? '')
    .replace(/(["'`“‘«(]).*["'`”’»)]/g, '…')
    .replace(/\S*[@:/\\]\S+/g, '…')
    .replace(/\S*\d\S*/g, '…')
    .slice(0, 200)

/** The frames of a stack, the outermost first, with files named as in the project. */
function framesOf(stack: string) {
  const frames = []
  for (const line of stack.split('\n').reverse()) {
    const [, name, file = '', row] = /^\s+at (?:(.*?) \()?(?:file:\/\/)?(.*?):(\d+):\d+\)?$/.exec(line) ?? []
    if (!row) continue
    const inProject = path.relative(projectDir, file)
    const isOurs = file.startsWith(projectDir) && !/^node_modules\/|\/packages~/.test(inProject)
    const filename = file.startsWith(projectDir) ? inProject : path.basename(file)
    frames.push({ function: name ?? '<anonymous>', filename, lineno: Number(row), in_app: isOurs })
  }
  return frames
}
