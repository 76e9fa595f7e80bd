import { Writable } from 'node:stream'
import { TOTP } from 'otpauth'
import pino from 'pino'
import { type FakeSmtp, startFakeSmtp } from '../../../tests/fakes/smtp.ts'
import { startTestApp } from '../../../tests/harness/app.ts'
import { type Person, proveAddress, signUp } from '../../../tests/harness/people.ts'
import { createAuthenticator } from './authenticator.ts'

const siteUrl = 'http://localhost'

export type UndoStage = Awaited<ReturnType<typeof startUndoStage>>

/** The whole app at an address that has passkeys, with a mail server, and all that it logs. */
export async function startUndoStage() {
  const smtp: FakeSmtp = await startFakeSmtp()
  const lines: string[] = []
  const keep = new Writable({
    write: (line, _encoding, done) => {
      lines.push(String(line))
      done()
    },
  })
  const app = await startTestApp({
    jobs: true,
    env: { SMTP_URL: smtp.url, SITE_URL: siteUrl },
    log: pino({ level: 'trace' }, keep),
  })
  const authenticator = createAuthenticator({ origin: siteUrl })
  const asked = async (token: string, method: string, path: string, body?: object) => {
    const answer = await app.request(method, path, { token, ...(body && { body }) })
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }

  return {
    app,
    smtp,
    lines,
    asked,
    run: async (statement: string, values: unknown[] = []) =>
      (await app.database.owner.pool.query(statement, values)).rows,

    /** Somebody new whose address is proven. */
    proven: async (): Promise<Person> => {
      await app.database.db.deleteFrom('rate_limits').execute()
      const person = await signUp(app)
      await proveAddress(app, person)
      return person
    },

    /** Adds a passkey. */
    addPasskey: async ({ token }: Person): Promise<string> => {
      const { challenge_id, options } = await asked(
        token,
        'POST',
        '/auth/v1/passkeys/registration/options',
        {},
      )
      const credential = authenticator.create(options)
      const body = { challenge_id, credential }
      return (await asked(token, 'POST', '/auth/v1/passkeys/registration/verify', body)).id
    },

    /** Signs in with the last passkey. */
    signInWithPasskey: async () => {
      const path = '/auth/v1/passkeys/authentication'
      const { body: question } = await app.request('POST', `${path}/options`, { body: {} })
      const credential = authenticator.get(question.options)
      return app.request('POST', `${path}/verify`, {
        body: { challenge_id: question.challenge_id, credential },
      })
    },

    /** Adds an authenticator app, whose session the person goes on with. */
    addApp: async (person: Person): Promise<{ id: string; code: () => string }> => {
      const { id, totp } = await asked(person.token, 'POST', '/auth/v1/factors', { factor_type: 'totp' })
      const code = () => new TOTP({ secret: totp.secret }).generate({ timestamp: app.clock.now().getTime() })
      const challenge = await asked(person.token, 'POST', `/auth/v1/factors/${id}/challenge`, {})
      const body = { challenge_id: challenge.id, code: code() }
      person.token = (await asked(person.token, 'POST', `/auth/v1/factors/${id}/verify`, body)).access_token
      return { id, code }
    },

    /** Says where somebody is paid. */
    enterDetails: (person: Person, account: string) =>
      asked(person.token, 'PUT', '/api/v1/me/payout-details', {
        ...{ method: 'paypal', account, legal_name: 'Maya Okafor', country: 'DE' },
        password: person.password,
      }),

    /**
     * The token in the next mail to somebody, which says this in its subject; none where it has no link to take back.
     */
    undoIn: async ({ email }: Person, subject: string): Promise<string | undefined> => {
      const mail = await smtp.mailTo(email)
      if (!mail.subject?.includes(subject)) throw new Error(`It says ${mail.subject}`)
      return /\/auth\/undo#(\S+)/.exec(mail.text ?? '')?.[1]
    },

    check: (token: unknown) => app.request('POST', '/api/v1/undo-links/check', { body: { token } }),
    use: (token: unknown) => app.request('POST', '/api/v1/undo-links/use', { body: { token } }),

    close: async () => {
      await app.close()
      await smtp.close()
    },
  }
}
