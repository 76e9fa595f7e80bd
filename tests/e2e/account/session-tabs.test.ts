import type { BrowserContext, Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Person, signInAgain, signUp } from '../../harness/people.ts'
import { signIn } from '../helpers/forms.ts'
import { setStage } from '../helpers/stage.ts'
import { addressOf, open, visitor } from '../helpers/visitors.ts'

const stage = setStage()
let person: Person

beforeEach(async () => {
  person = await signUp(stage.app)
})

type Stored = { access_token: string; refresh_token: string; expires_at: number }

const sessionOf = (page: Page): Promise<Stored> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('folio.session') ?? 'null'))

const statusOfMe = async (token: string) => (await stage.app.request('GET', '/api/v1/me', { token })).status
const folio = (page: Page) => page.getByRole('heading', { name: 'No items yet' })
const inbox = (page: Page) => page.getByRole('link', { name: 'Open Inbox' })

/** Makes the stored token one that is renewed before the next call, 90 s before its end. */
const letTokenExpire = (page: Page) =>
  page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('folio.session') ?? '{}')
    const expires_at = Math.floor(Date.now() / 1000) + 60
    localStorage.setItem('folio.session', JSON.stringify({ ...session, expires_at }))
  })

/** Holds back calls that renew the session until so many have been made. */
async function holdRenewals(context: BrowserContext, count: number) {
  const tokens: string[] = []
  let release = () => {}
  const complete = new Promise<void>((resolve) => {
    release = resolve
  })
  await context.route('**/auth/v1/token?grant_type=refresh_token', async (route) => {
    tokens.push(route.request().postDataJSON().refresh_token)
    if (tokens.length === count) release()
    await complete
    await route.continue()
  })
  return tokens
}

describe('spec section 4: TOKEN_REFRESHED', () => {
  it('by two tabs at once leaves both signed in', async () => {
    const context = await visitor(stage.browser, stage.app, { as: person })
    const [one, two] = [await open(context, '/my-folio'), await open(context, '/my-folio')]
    await Promise.all([folio(one).waitFor(), folio(two).waitFor()])
    const tokens = await holdRenewals(context, 2)
    await letTokenExpire(one)
    await Promise.all([one.reload(), two.reload()])
    await Promise.all([folio(one).waitFor(), folio(two).waitFor()])
    expect(tokens).toHaveLength(2)
    expect(tokens[0]).toBe(tokens[1])
    await letTokenExpire(two)
    for (const page of [one, two]) {
      await inbox(page).click()
      await page.waitForURL('**/inbox')
      await page.waitForLoadState('networkidle')
    }
    const stored = await sessionOf(one)
    expect(stored.refresh_token).not.toBe(tokens[0])
    expect(await statusOfMe(stored.access_token)).toBe(200)
    expect([addressOf(one), addressOf(two)]).toEqual(['/inbox', '/inbox'])
  })

  it('comes first when the computer slept past the end of its token', async () => {
    const context = await visitor(stage.browser, stage.app, { as: person })
    await context.clock.install({ time: stage.app.clock.now() })
    const page = await open(context, '/my-folio')
    await folio(page).waitFor()
    const before = await sessionOf(page)
    const slept = 8 * 3_600_000
    stage.app.clock.advance(slept)
    expect(await statusOfMe(before.access_token)).toBe(401)
    await context.clock.fastForward(slept)
    await inbox(page).click()
    await page.waitForURL('**/inbox')
    await expect.poll(async () => (await sessionOf(page)).access_token).not.toBe(before.access_token)
    await page.waitForLoadState('networkidle')
    expect(await statusOfMe((await sessionOf(page)).access_token)).toBe(200)
    expect(addressOf(page)).toBe('/inbox')
  })
})

describe('spec section 4: a session that is ended on another device', () => {
  it('with all others: its page is left at the next call, and resumed', async () => {
    const context = await visitor(stage.browser, stage.app, { as: person })
    const page = await open(context, '/my-folio')
    await folio(page).waitFor()
    await page.waitForLoadState('networkidle')
    const { access_token: token } = await signInAgain(stage.app, person)
    const { status } = await stage.app.request('POST', '/auth/v1/logout?scope=others', { token })
    expect(status).toBe(204)
    await inbox(page).click()
    await page.waitForURL('**/login')
    expect(await statusOfMe(token)).toBe(200)
    await signIn(page, person)
    await page.waitForURL('**/inbox')
  })
})
