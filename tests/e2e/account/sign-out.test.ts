import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Person, signUp } from '../../harness/people.ts'
import { button, field, signIn, toastOf } from '../helpers/forms.ts'
import { setStage } from '../helpers/stage.ts'
import { addressOf, open, visitor } from '../helpers/visitors.ts'

const stage = setStage()
let maya: Person

beforeAll(async () => {
  maya = await signUp(stage.app)
})

/** The page's clock is moved on at each look. */
const patience = { timeout: 40_000 }

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' }).filter({ visible: true })

describe('spec section 8: signing out', () => {
  it('ends all sessions, says so and leads to sign-in', async () => {
    const person = await signUp(stage.app)
    const page = await open(await visitor(stage.browser, stage.app, { as: person }), '/profile')
    await button(page, 'Sign Out').click()
    await toastOf(page, 'Signed out successfully').waitFor()
    await page.waitForURL('**/login')
    expect((await stage.app.request('GET', '/api/v1/me', { token: person.token })).status).toBe(401)
    await signIn(page, person)
    await page.waitForURL('**/feed')
  })

  it('says when it failed, and leaves the person signed in', async () => {
    const context = await visitor(stage.browser, stage.app, { as: maya })
    const page = await open(context, '/profile')
    await field(page, 'Email').waitFor()
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)
    await button(page, 'Sign Out').click()
    await toastOf(page, 'Error signing out').waitFor()
    await context.setOffline(false)
    expect(addressOf(page)).toBe('/profile')
  })
})

describe('spec section 2: /profile', () => {
  it('shows who is signed in, with an address that cannot be changed', async () => {
    const page = await open(await visitor(stage.browser, stage.app, { as: maya }), '/profile')
    expect(await field(page, 'First name').inputValue()).toBe('Maya')
    expect(await field(page, 'Email').inputValue()).toBe(maya.email)
    expect(await field(page, 'Email').getAttribute('readonly')).not.toBeNull()
    await page.getByText('Email cannot be changed').waitFor()
    await page.getByRole('link', { name: 'Public Profile' }).click()
    await page.waitForURL(`**/${maya.username}`)
  })
})

describe('spec section 2: protected pages, when the session is over', () => {
  it('is left by the other tabs when one signs out, and the way back does not lead in', async () => {
    const person = await signUp(stage.app)
    const context = await visitor(stage.browser, stage.app, { as: person })
    const other = await open(context, '/feed')
    await navigation(other).getByRole('link', { name: 'My Folio' }).click()
    await other.getByRole('heading', { name: 'No items yet' }).waitFor()
    const acting = await open(context, '/profile')
    await button(acting, 'Sign Out').click()
    await Promise.all([acting.waitForURL('**/login'), other.waitForURL('**/login')])
    await other.goBack()
    await other.waitForURL('**/feed')
    await other.getByRole('link', { name: 'Log in' }).first().waitFor()
    await other.goto('/my-folio')
    await other.waitForURL('**/login')
  })

  it('is left when the session was ended on another device', async () => {
    const person = await signUp(stage.app)
    const page = await open(await visitor(stage.browser, stage.app, { as: person }), '/my-folio')
    await page.getByRole('heading', { name: 'No items yet' }).waitFor()
    expect(
      (await stage.app.request('POST', '/auth/v1/logout?scope=global', { token: person.token })).status,
    ).toBe(204)
    await page.getByRole('link', { name: 'Open Inbox' }).click()
    await page.waitForURL('**/login')
    await signIn(page, person)
    await page.waitForURL('**/inbox')
  })

  it('shows nothing of the person before to the next one', async () => {
    const [one, two] = [
      await signUp(stage.app, { first: 'Eins' }),
      await signUp(stage.app, { first: 'Zwei' }),
    ]
    const page = await open(await visitor(stage.browser, stage.app, { as: one }), '/profile')
    expect(await field(page, 'First name').inputValue()).toBe('Eins')
    await button(page, 'Sign Out').click()
    await page.waitForURL('**/login')
    const asked = page.waitForRequest('**/api/v1/me')
    await signIn(page, two)
    await page.waitForURL('**/feed')
    await asked
    await page.getByText('Zwei Okafor').waitFor()
    expect(await page.getByText('Eins').count()).toBe(0)
  })
})

describe('spec section 4: a session whose token cannot be renewed just now', () => {
  it('is kept, and goes on when the server answers again', async () => {
    const context = await visitor(stage.browser, stage.app, { as: maya })
    const page = await open(context, '/terms')
    await page.evaluate(() => {
      const session = JSON.parse(localStorage.getItem('folio.session') ?? '{}')
      localStorage.setItem('folio.session', JSON.stringify({ ...session, expires_at: 1 }))
    })
    await context.route('**/auth/v1/token*', (route) =>
      route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Please try again shortly.' } }),
    )
    // The client tries for half a minute before it gives up for now.
    await page.clock.install()
    await page.goto('/profile')
    await expect
      .poll(async () => {
        await page.clock.fastForward(10_000)
        return page.getByText('Failed to load profile').count()
      }, patience)
      .toBe(1)
    expect(addressOf(page)).toBe('/profile')
    await context.unroute('**/auth/v1/token*')
    await page.clock.fastForward(60_000)
    await button(page, 'Retry').click()
    await expect
      .poll(async () => {
        await page.clock.fastForward(1_000)
        return field(page, 'First name').count()
      }, patience)
      .toBe(1)
  })
})
