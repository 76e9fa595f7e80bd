import pino, { type Logger } from 'pino'

/** The program's log: one JSON line an event. What could be a secret is never written, wherever it turns up. */
export const createLog = (level: string): Logger =>
  pino({
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
  })
