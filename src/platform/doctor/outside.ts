import { randomBytes } from 'node:crypto'
import { connect } from 'node:tls'
import type { Kysely } from 'kysely'
import { dayMs } from '../../shared/time.ts'
import type { DB } from '../database/schema.ts'
import { type RefusalReason, refusalWords } from '../http/refused.ts'
import { noteKey } from '../limits/rate-limit.ts'
import { checkSmtp } from '../mail/delivery.ts'
import type { Settings } from '../settings/read.ts'
import { type Finding, fail, type HealthCheck, ok, warn } from './line.ts'

/** The mail server, the running process, and the site as people reach it. */
export const checkOutside = (settings: Settings, db: Kysely<DB>): HealthCheck[] => [
  { name: 'mail', check: () => checkMail(settings) },
  { name: 'load', check: (signal) => checkLoad(settings, signal) },
  { name: 'address', check: (signal) => checkAddress(settings, signal) },
  { name: 'proxy', check: (signal) => checkProxy(settings, db, signal) },
]

async function checkMail({ mail, dataDir }: Settings): Promise<Finding> {
  if (!mail.smtpUrl)
    return warn(
      `Mails are kept in ${dataDir}/mails: nobody gets them.`,
      'Set SMTP_URL, or nobody can get a new password.',
    )
  const trouble = await checkSmtp(mail.smtpUrl)
  if (trouble) return (trouble.isCertain ? fail : warn)(trouble.says, trouble.todo)
  if (!mail.from)
    return warn('The server accepts mails. MAIL_FROM is not set.', 'Set an address that somebody reads.')
  return ok('The server accepts mails.')
}

const todoOf: Record<RefusalReason, string> = {
  database: 'See the line “database”, and whether the server answers slowly.',
  pictures: 'See the line “pictures”.',
  pool: 'HealthCheck for slow statements in pg_stat_activity. It recovers by itself.',
  event_loop: 'Run another process, or find out what is requested so often. It recovers by itself.',
}

/** Whether the process that listens here refuses requests (decision 71). */
async function checkLoad({ host, port }: Settings, signal: AbortSignal): Promise<Finding> {
  const here = host === '::' || host === '0.0.0.0' ? 'localhost' : host
  const address = `http://${here.includes(':') ? `[${here}]` : here}:${port}`
  const answer = await fetch(`${address}/healthz`, { signal }).catch(() => null)
  const { refusing } = ((await answer?.json().catch(() => null)) ?? {}) as { refusing?: RefusalReason[] }
  if (!refusing) return warn(`No Folio answers at ${address}.`, 'Start it, with the same HOST and PORT.')
  const [first] = refusing
  if (!first) return ok('It refuses nobody.')
  return fail(
    `It refuses requests: ${refusing.map((reason) => refusalWords[reason]).join('; ')}.`,
    todoOf[first],
  )
}

async function checkAddress({ siteUrl }: Settings, signal: AbortSignal): Promise<Finding> {
  if (!siteUrl) return ok('SITE_URL is not set: only this machine reaches it.')
  const answer = await fetch(new URL('/healthz', siteUrl), { signal }).catch((error: Error) => error)
  if (answer instanceof Error)
    return fail(
      `${siteUrl} cannot be reached: ${String((answer.cause as Error | undefined)?.message ?? answer.message)}.`,
      'Check that Folio and the proxy run, and that the name leads here.',
    )
  if (!answer.ok)
    return fail(`${siteUrl}/healthz answers ${answer.status}.`, 'Make sure that the proxy leads to Folio.')
  if (!siteUrl.startsWith('https:')) return ok(`${siteUrl} answers.`)
  const days = await daysOfCertificate(new URL(siteUrl))
  const says = `${siteUrl} answers; its certificate is good for ${days} days.`
  if (days < 3) return fail(says, 'Renew it now.')
  return days < 21 ? warn(says, 'Make sure that it is renewed automatically.') : ok(says)
}

function daysOfCertificate({ hostname, port }: URL): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) || 443, servername: hostname }, () => {
      const until = new Date(socket.getPeerCertificate().valid_to)
      socket.destroy()
      resolve(Math.floor((until.getTime() - Date.now()) / dayMs))
    })
    socket.once('error', reject)
  })
}

/** How Folio sees a request to the public address; only for a caller that could record the question in the database. */
async function checkProxy(
  { siteUrl, trustProxy }: Settings,
  db: Kysely<DB>,
  signal: AbortSignal,
): Promise<Finding> {
  if (!siteUrl) return ok('SITE_URL is not set: there is none.')
  const question = randomBytes(16).toString('hex')
  await noteKey(db, `doctor:${question}`, new Date(Date.now() + 60_000))
  const answer = await fetch(new URL(`/healthz?doctor=${question}`, siteUrl), { signal }).catch(() => null)
  const { forwarded } = ((await answer?.json().catch(() => null)) ?? {}) as { forwarded?: number }
  if (forwarded === undefined)
    return warn(
      'The site did not answer as this installation, so nothing is known about it.',
      'First fix the problem in the line “address”.',
    )
  if (trustProxy === 0)
    return forwarded === 0
      ? ok('There is none.')
      : fail(
          'A proxy sets X-Forwarded-For, and TRUST_PROXY is off: everybody has the proxy’s address, and shares its limits.',
          'Set TRUST_PROXY=on, if the proxy is yours.',
        )
  if (forwarded === 0)
    return fail(
      'TRUST_PROXY is on, and no proxy sets X-Forwarded-For.',
      'Turn it off, or anyone can forge their address.',
    )
  if (forwarded < trustProxy)
    return fail(
      `TRUST_PROXY trusts ${trustProxy} proxies, and X-Forwarded-For has ${forwarded === 1 ? 'one address' : `${forwarded} addresses`}.`,
      `Set TRUST_PROXY=${forwarded}, or anyone can forge their address.`,
    )
  if (forwarded > trustProxy)
    return warn(
      `X-Forwarded-For has ${forwarded} addresses, and ${trustProxy === 1 ? 'only the last one counts' : `the last ${trustProxy} are trusted`}.`,
      `Set TRUST_PROXY=${forwarded} if that many proxies are yours. If not, let the first one of yours replace what it is given.`,
    )
  return ok(
    trustProxy === 1
      ? 'It sets X-Forwarded-For, which is trusted.'
      : `${trustProxy} set X-Forwarded-For, and are trusted.`,
  )
}
