import { vi } from 'vitest'
import { startFakeSmtp } from '../../../tests/fakes/smtp.ts'
import { startJobs } from '../../platform/jobs/runner.ts'
import { jobsIn, tryAgainNow } from '../../platform/jobs/testing/jobs.ts'
import { createMailer } from '../../platform/mail/mailer.ts'
import { startAuthServer } from './auth-server.ts'

export type RecoveryStage = Awaited<ReturnType<typeof startRecoveryStage>>

/** The auth wire with a mail server, and jobs that run as in production. */
export async function startRecoveryStage(options: Parameters<typeof startAuthServer>[0] = {}) {
  const server = await startAuthServer(options)
  const smtp = await startFakeSmtp()
  const { db, pool, clock, log, siteUrl } = server.identityOptions
  const mailer = createMailer({
    settings: { mail: { smtpUrl: smtp.url, from: undefined }, appName: 'Folio', dataDir: '/nowhere' },
    siteUrl,
    clock,
    log,
  })
  const handlers = server.identity.jobHandlers(mailer)
  const jobs = startJobs({ db, pool, handlers, log })

  /** The link in the next mail to this address that has one to set a password; notices of changes are passed over. */
  async function linkTo(email: string): Promise<URL> {
    for (;;) {
      const [link] = /https?:\S+token_hash\S+/.exec((await smtp.mailTo(email)).text ?? '') ?? []
      if (link) return new URL(link)
    }
  }

  const verify = (body: object) => server.call('POST', '/verify', { body })

  return {
    ...server,
    smtp,

    /** Asks for a link to be mailed, however often that was done before; with a plain challenge, if there is one. */
    ask: async (email: string, challenge?: string) => {
      await db.deleteFrom('rate_limits').execute()
      const body = { email, code_challenge: challenge, code_challenge_method: 'plain' as const }
      await server.identity.recovery.request(
        server.context,
        { body, redirectTo: undefined },
        { userAgent: null },
      )
    },

    linkTo,

    /** What the next such mail to this address carries. */
    tokenTo: async (email: string): Promise<string> =>
      (await linkTo(email)).searchParams.get('token_hash') ?? '',

    verify,

    /** The session that the token of a link gives. */
    recover: async (token: string) => {
      const answer = await verify({ type: 'recovery', token_hash: token })
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
      return answer.body as { access_token: string; refresh_token: string; user: { id: string } }
    },

    /** Follows a link of the server's own, as a browser without scripts would; where it leads. */
    follow: async (query: Record<string, string>, method = 'GET') => {
      const address = `${server.url}/verify?${new URLSearchParams(query)}`
      const answer = await fetch(address, { method, redirect: 'manual' })
      return {
        status: answer.status,
        headers: answer.headers,
        location: answer.headers.get('location') ?? '',
      }
    },

    /** Resolves when a transaction waits for a lock of another. */
    untilBlocked: () =>
      vi.waitUntil(
        async () => {
          const { rows } = await pool.query(
            `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          )
          return rows.length > 0
        },
        { timeout: 20_000 },
      ),

    /** Has the jobs that failed come back at once. */
    tryAgainNow: () => tryAgainNow({ pool }),
    /** Resolves when every job has been done. */
    untilDone: () => vi.waitUntil(async () => (await jobsIn({ pool })).length === 0, { timeout: 20_000 }),

    close: async () => {
      await jobs.stop()
      mailer.close()
      await smtp.close()
      await server.close()
    },
  }
}
