import { createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { OperatorError } from '../operator-error.ts'
import type { Settings } from '../settings/read.ts'

type Where = Pick<Settings, 'host' | 'port' | 'siteUrl'>

/**
 * The public address. Without SITE_URL it is the one that the server listens on; port 0 is resolved here, so that the
 * address is known.
 */
export async function siteUrlOf(settings: Where): Promise<string> {
  if (settings.port === 0) settings.port = await freePort(settings.host)
  const host = ['0.0.0.0', '::'].includes(settings.host) ? 'localhost' : settings.host
  return settings.siteUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${settings.port}`
}

function freePort(host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error) => reject(explainListening(error, { host, port: 0 })))
    probe.listen(0, host, () => {
      const address = probe.address()
      probe.close(() => (typeof address === 'object' && address ? resolve(address.port) : reject()))
    })
  })
}

/** Starts listening. Throws OperatorError when the address cannot be used. */
export async function listen(server: FastifyInstance, { host, port }: Where): Promise<void> {
  await server.listen({ host, port }).catch((error: NodeJS.ErrnoException) => {
    throw explainListening(error, { host, port })
  })
}

/**
 * A network error is a mistake in the settings (in `setting`), so it becomes an OperatorError; other errors stay as
 * they are.
 */
export function explainListening(
  error: NodeJS.ErrnoException,
  { host, port, setting = 'PORT' }: Pick<Where, 'host' | 'port'> & { setting?: string },
): Error {
  if (error.code === 'EADDRINUSE')
    return new OperatorError(
      `Port ${port} on ${host} is in use. Stop what uses it, or set ${setting} to another one.`,
    )
  // A worker's parent binds for it.
  return ['listen', 'bind', 'getaddrinfo'].includes(error.syscall ?? '')
    ? new OperatorError(
        `Cannot listen on ${host}:${port} (${error.code}). Check ${setting.replace('PORT', 'HOST')} and ${setting}.`,
      )
    : error
}
