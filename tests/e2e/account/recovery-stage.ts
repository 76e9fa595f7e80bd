import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { type FakeSmtp, startFakeSmtp } from '../../fakes/smtp.ts'
import { startTestApp, type TestApp } from '../../harness/app.ts'
import { sharedBrowser } from '../../harness/browser.ts'
import type { Person } from '../../harness/people.ts'
import { button, fill } from '../helpers/forms.ts'

/** The app with its pages, its jobs and a mail server, and a browser, for all tests of a file. */
export function setRecoveryStage() {
  let smtp: FakeSmtp
  let app: TestApp
  let browser: Browser
  beforeAll(async () => {
    smtp = await startFakeSmtp()
    ;[app, browser] = await Promise.all([
      startTestApp({ pages: true, jobs: true, env: { SMTP_URL: smtp.url } }),
      sharedBrowser(),
    ])
  })
  afterAll(async () => {
    await app?.close()
    await smtp?.close()
  })
  return {
    get app() {
      return app
    },
    get browser() {
      return browser
    },
    get smtp() {
      return smtp
    },
    /** Asks for a reset link and reads it in the mail; its path with its query. */
    async linkFor({ email }: Person, options: { codeChallenge?: string } = {}): Promise<string> {
      const challenge = options.codeChallenge && {
        code_challenge: options.codeChallenge,
        code_challenge_method: 's256',
      }
      await app.request('POST', '/auth/v1/recover', { body: { email, ...challenge } })
      // Notices of changes are passed over.
      let text = ''
      while (!text.includes('token_hash')) text = (await smtp.mailTo(email)).text ?? ''
      return linkIn(text)
    },
  }
}

/** The path of the reset link in a mail's text. */
export function linkIn(text: string): string {
  const [link] = /https?:\S+token_hash\S+/.exec(text) ?? []
  if (!link) throw new Error(`There is no link in: ${text}`)
  const { pathname, search } = new URL(link)
  return pathname + search
}

export const newPassword = 'a new beginning'

/** Fills in and sends the form of the reset page. */
export async function setNewPassword(page: Page, password = newPassword, confirm = password): Promise<void> {
  await fill(page, { 'New password': password, 'Confirm password': confirm })
  await button(page, 'Update password').click()
}

/** The answer to signing in with this password. */
export const statusOfSignIn = async (app: TestApp, email: string, password: string): Promise<number> =>
  (await app.request('POST', '/auth/v1/token?grant_type=password', { body: { email, password } })).status
