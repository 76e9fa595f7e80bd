import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../harness/app.ts'
import { sharedBrowser } from '../../harness/browser.ts'
import { signUp } from '../../harness/people.ts'
import { button, fill, newcomer } from '../helpers/forms.ts'
import { open, visitor } from '../helpers/visitors.ts'

let app: TestApp
let browser: Browser
beforeAll(async () => {
  ;[app, browser] = await Promise.all([
    startTestApp({ pages: true, env: { PASSWORD_MIN_LENGTH: '10' } }),
    sharedBrowser(),
  ])
})
afterAll(async () => {
  await app?.close()
})

describe('PASSWORD_MIN_LENGTH, where an installation asks for 10 characters', () => {
  it('is required by the sign-up form', async () => {
    const page = await open(await visitor(browser, app), '/signup')
    await fill(page, { ...newcomer(), Password: 'Xq7-z!2bc' })
    await button(page, 'Sign up').click()
    await page.getByText('Password should be at least 10 characters.').waitFor()
    await fill(page, { Password: 'Xq7-z!2bcd' })
    await button(page, 'Sign up').click()
    await page.waitForURL('**/feed')
  })

  it('is required by the server for a change', async () => {
    const { token, password } = await signUp(app)
    const change = (next: string) =>
      app.request('PUT', '/auth/v1/user', { token, body: { password: next, current_password: password } })
    const refused = await change('Xq7-z!2bc')
    expect([refused.status, refused.body.msg]).toEqual([422, 'Password should be at least 10 characters.'])
    expect((await change('Xq7-z!2bcd')).status).toBe(200)
  })
})
