import type { FastifyBaseLogger } from 'fastify'

type Words = [subject: unknown, message?: string, ...values: unknown[]]

/**
 * The log of one request: every line names the request. Its child logger is made with the first line: making one was a
 * tenth of the cost of a cached page, and hardly any request logs anything.
 */
export class RequestLog implements FastifyBaseLogger {
  readonly #parent: FastifyBaseLogger
  readonly #bindings: { reqId?: string; trace_id?: string }
  #child: FastifyBaseLogger | undefined

  constructor(parent: FastifyBaseLogger, bindings: { reqId?: string; trace_id?: string }) {
    this.#parent = parent
    this.#bindings = bindings
  }

  get #log(): FastifyBaseLogger {
    this.#child ??= this.#parent.child(this.#bindings)
    return this.#child
  }

  get level() {
    return this.#parent.level
  }

  fatal(...words: Words) {
    this.#log.fatal(...words)
  }
  error(...words: Words) {
    this.#log.error(...words)
  }
  warn(...words: Words) {
    this.#log.warn(...words)
  }
  info(...words: Words) {
    this.#log.info(...words)
  }
  debug(...words: Words) {
    this.#log.debug(...words)
  }
  trace(...words: Words) {
    this.#log.trace(...words)
  }
  silent() {}
  child(...options: Parameters<FastifyBaseLogger['child']>) {
    return this.#log.child(...options)
  }
}
