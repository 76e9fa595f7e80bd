import { createRequire } from 'node:module'
import pino, { type DestinationStream, type Logger, type LoggerOptions } from 'pino'
import type { prettyFactory as makePrinter } from 'pino-pretty'

/** `auto`: lines for people on a terminal, JSON elsewhere. */
export type LogFormat = 'auto' | 'json' | 'lines'

type Pretty = { prettyFactory: typeof makePrinter }
type Output = DestinationStream & { isTTY?: boolean }

/**
 * The program's log: one JSON line an event, or lines for people, on standard output by default. Possible secrets are
 * never written, wherever they appear.
 */
export const createLog = (
  level: string,
  to?: Output,
  format: LogFormat = 'json',
  /** Fields that every line has. */
  base?: { worker: number },
): Logger => {
  const options: LoggerOptions = {
    level,
    base,
    redact: {
      paths: ['authorization', 'password', 'refresh_token', 'access_token', 'secret'].flatMap((name) => [
        name,
        `*.${name}`,
        `*.*.${name}`,
      ]),
      censor: '[hidden]',
    },
  }
  const output: Output = to ?? process.stdout
  if (format === 'lines' || (format === 'auto' && output.isTTY)) return pino(options, forPeople(output))
  return to ? pino(options, to) : pino(options)
}

/**
 * Writes each event as a line: time, level, message, and the rest as JSON; for an error also its place in the program.
 */
function forPeople(output: Output): DestinationStream {
  // Loaded only here: most processes write JSON.
  const { prettyFactory } = createRequire(import.meta.url)('pino-pretty') as Pretty
  const toLine = prettyFactory({
    colorize: output.isTTY ?? false,
    singleLine: true,
    translateTime: 'SYS:HH:MM:ss',
    messageFormat: (event, key) => String(event[key] ?? '').replaceAll('\n', ' '),
  })
  return { write: (event) => output.write(toLine(withoutControls(event)) ?? '') }
}

/**
 * Removes from a JSON line the characters that a terminal would obey, so that no received text can hide or forge a
 * line.
 */
const withoutControls = (json: string): string =>
  json
    .replace(/\\(?:u00[01][0-9a-f]|.)/g, (escaped) =>
      /^\\(?:u00|[bfr])/.test(escaped) ? '\\ufffd' : escaped,
    )
    .replace(/(?!\n)[\p{Cc}\p{Zl}\p{Zp}]/gu, '\ufffd')
