import pino, { type DestinationStream, type Logger, type LoggerOptions } from 'pino'

/**
 * The program's log: one JSON line an event, on standard output by default. What could be a secret is never written,
 * wherever it turns up.
 */
export const createLog = (level: string, to?: DestinationStream): Logger => {
  const options: LoggerOptions = {
    level,
    base: undefined,
    redact: {
      paths: ['authorization', 'password', 'refresh_token', 'access_token', 'secret'].flatMap((name) => [
        name,
        `*.${name}`,
        `*.*.${name}`,
      ]),
      censor: '[hidden]',
    },
  }
  return to ? pino(options, to) : pino(options)
}
