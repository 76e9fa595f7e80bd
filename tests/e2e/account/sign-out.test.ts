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
  it('ends all sessions, takes the other tabs along, and shows nothing to the next one', async () => {
    const [person, next] = [await signUp(stage.app), await signUp(stage.app, { first: 'Next' })]
    const context = await visitor(stage.browser, stage.app, { as: person })
    const other = await open(context, '/feed')
    await navigation(other).getByRole('link', { name: 'My Folio' }).click()
    await other.getByRole('heading', { name: 'No items yet' }).waitFor()
    await other.getByText('Maya Okafor').waitFor()
    const acting = await open(context, '/profile')
    expect(await field(acting, 'First name').inputValue()).toBe('Maya')
    await button(acting, 'Sign Out').click()
    await toastOf(acting, 'Signed out successfully').waitFor()
    await Promise.all([acting.waitForURL('**/login'), other.waitForURL('**/login')])
    expect((await stage.app.request('GET', '/api/v1/me', { token: person.token })).status).toBe(401)

    // The way back does not lead in.
    await other.goBack()
    await other.waitForURL('**/feed')
    await other.getByRole('link', { name: 'Log in' }).first().waitFor()
    await other.goto('/my-folio')
    await other.waitForURL('**/login')

    const asked = acting.waitForRequest('**/api/v1/me')
    await signIn(acting, next)
    await acting.waitForURL('**/feed')
    await other.waitForURL('**/my-folio')
    await asked
    for (const page of [acting, other]) {
      await page.getByText('Next Okafor').waitFor()
      expect(await page.getByText('Maya').count()).toBe(0)
    }
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
