import type { Page, Route } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Person, signUp } from '../../harness/people.ts'
import { signIn } from '../helpers/forms.ts'
import { setStage } from '../helpers/stage.ts'
import { addressOf, goTo, open, phone, visitor } from '../helpers/visitors.ts'

const stage = setStage()
let maya: Person

beforeAll(async () => {
  maya = await signUp(stage.app)
})

const addDialog = (page: Page) => page.getByRole('dialog', { name: 'Got something amazing to share?' })

describe('protected page shell (docs/product/addresses.md#protected-pages)', () => {
  it('sends a visitor to sign in after the app has taken over the page, also on a slow computer with cached scripts', async () => {
    const context = await visitor(stage.browser, stage.app)
    const page = await open(context, '/login')
    const devTools = await context.newCDPSession(page)
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: 6 })
    await page.goto('/my-folio')
    await page.waitForURL('**/login')
    await page.getByRole('heading', { level: 1 }).waitFor()
  })

  it('shows a spinner until it is known who is signed in', async () => {
    const page = await (await visitor(stage.browser, stage.app, { as: maya })).newPage()
    await page.route('**/assets/auth-client-*.js', () => {})
    await page.goto('/my-folio')
    await page.getByRole('main').getByText('Loading').waitFor()
    expect(addressOf(page)).toBe('/my-folio')
  })
})

describe('?add=true (docs/product/addresses.md#the-query-add)', () => {
  it('lets a visitor go back, and is resumed after signing in, also after a reload', async () => {
    const page = await open(await visitor(stage.browser, stage.app), '/terms')
    await page.goto('/feed?add=true')
    await page.waitForURL('**/login')
    await page.goBack()
    await page.waitForURL('**/terms')
    await page.goto('/my-folio?add=true')
    await page.waitForURL('**/login')
    await signIn(page, maya)
    await addDialog(page).waitFor()
    await page.waitForURL(`${stage.app.url}/my-folio`)
    await page.reload()
    await page.getByRole('heading', { name: /^What do you tell everyone/ }).waitFor()
    await page.getByText('Maya Okafor').waitFor()
    expect([addressOf(page), await addDialog(page).count()]).toEqual(['/my-folio', 0])
  })
})

describe('a part of the app whose script failed to load', () => {
  it('loads on the next try; Back closes what it opened, and leaves nothing behind', async () => {
    const context = await visitor(stage.browser, stage.app, { as: maya, viewport: phone })
    const page = await open(context, '/terms')
    await page.route('**/assets/add-dialog-*.js', (route) => route.abort())
    await page.goto('/feed')
    await page.getByRole('banner').getByRole('link', { name: 'Profile' }).waitFor()
    const add = page.getByRole('button', { name: 'Add product' })
    for (let time = 0; time < 2; time++) {
      await add.click()
      await page.getByRole('alert').filter({ hasText: 'You appear to be offline.' }).nth(time).waitFor()
    }
    await page.unroute('**/assets/add-dialog-*.js')
    await add.click()
    await addDialog(page).waitFor()
    await expect.poll(() => page.evaluate(() => window.history.state.dialogs)).toBe(1)
    await page.goBack()
    await addDialog(page).waitFor({ state: 'detached' })
    expect(addressOf(page)).toBe('/feed')
    await page.goForward()
    await expect.poll(() => page.evaluate(() => window.history.state.dialogs)).toBeUndefined()
    expect(await addDialog(page).count()).toBe(0)
    await page.goBack()
    await page.waitForURL('**/terms')
  })
})

describe('a part of a page whose script does not come (docs/product/shell.md#failures)', () => {
  const part = '**/assets/two-step-section-*.js'
  const failed = (page: Page) => page.getByRole('alert').filter({ hasText: 'This part could not be loaded.' })
  const password = (page: Page) => page.getByLabel('Current password')

  /** Types what must stay. */
  async function type(page: Page) {
    await page.getByRole('button', { name: 'Change password' }).click()
    await password(page).fill('Typed')
  }

  /** The settings of a page that counts how often it was loaded. */
  async function openSettings(prepare: (page: Page) => Promise<unknown>) {
    const page = await (await visitor(stage.browser, stage.app, { as: maya })).newPage()
    let loads = 0
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads++
    })
    await prepare(page)
    await page.goto('/profile/sign-in')
    await page.getByRole('button', { name: 'Change password' }).waitFor()
    return { page, loads: () => loads }
  }

  /** As after a new release: files of the page's own one are gone, and its address is served with others. */
  async function release(page: Page, files: string) {
    await page.route(files, (route) => route.fulfill({ status: 404, body: '' }))
    await page.route('**/profile/sign-in', (route) =>
      route.request().isNavigationRequest() ? route.continue() : route.fulfill({ body: 'another release' }),
    )
  }

  it('says so, and comes at Retry; what was typed stays', async () => {
    const { page, loads } = await openSettings((page) => page.route(part, (route) => route.abort()))
    await failed(page).waitFor()
    await type(page)
    await page.unroute(part)
    await failed(page).getByRole('button', { name: 'Retry' }).click()
    await page.getByRole('button', { name: 'Turn on' }).waitFor()
    expect([await password(page).inputValue(), loads()]).toEqual(['Typed', 1])
  })

  it('comes at the next press where there was no connection at the first', async () => {
    const { page, loads } = await openSettings(async () => {})
    const ask = page.getByRole('button', { name: 'Turn on' })
    await ask.waitFor()
    await page.context().setOffline(true)
    await ask.click()
    await page.getByRole('alert').filter({ hasText: 'You appear to be offline.' }).first().waitFor()
    await page.context().setOffline(false)
    await ask.click()
    await page.getByRole('dialog').or(page.getByRole('alertdialog')).waitFor()
    expect(loads()).toBe(1)
  })

  it('has the page loaded anew, once, where a new release has removed it', async () => {
    const { page, loads } = await openSettings((page) => release(page, part))
    await expect.poll(loads).toBe(2)
    const retry = failed(page).getByRole('button', { name: 'Retry' })
    await retry.click()
    await failed(page).getByRole('button', { name: 'Reload' }).waitFor()
    expect(loads()).toBe(2)
  })

  it('leaves the page as it is where something was typed, even after a new release', async () => {
    const { page, loads } = await openSettings((page) => release(page, '**/assets/two-step-dialogs-*.js'))
    await type(page)
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByRole('alert').filter({ hasText: 'Error' }).first().waitFor()
    expect([await password(page).inputValue(), loads()]).toEqual(['Typed', 1])
  })
})

describe('a page whose own script does not come at first', () => {
  it('stays as the server drew it, and is taken over once the script has come', async () => {
    const context = await visitor(stage.browser, stage.app, { as: maya })
    const page = await context.newPage()
    let refused = 0
    await page.route('**/assets/feed-*.js', (route) => (refused++ < 2 ? route.abort() : route.continue()))
    await page.goto('/feed')
    await page.locator('html[data-app]').waitFor({ state: 'attached', timeout: 30_000 })
    await page.getByRole('heading', { level: 1, name: 'Explore' }).waitFor({ state: 'attached' })
    expect(refused).toBeGreaterThan(2)
    expect(await page.getByText('Something went wrong').count()).toBe(0)
  })
})

describe('going to another screen', () => {
  const profileScripts = /\/assets\/profile-[0-9a-f]+\.js$/
  const profileHeading = (page: Page) => page.getByRole('heading', { level: 1, name: 'Profile Settings' })
  const inNavigation = (page: Page) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Profile' })

  /** The feed, with everything preloaded but the scripts of the profile, which the test controls. */
  async function openFeed(hold: (route: Route) => unknown) {
    const context = await visitor(stage.browser, stage.app, { as: maya, viewport: phone })
    await context.route(profileScripts, hold)
    const page = await context.newPage()
    const isAhead = page.waitForRequest(profileScripts)
    await goTo(page, '/feed')
    await isAhead
    return { context, page }
  }

  it('leaves the navigation, marks the target and draws its skeleton while the screen is still loading', async () => {
    let release = () => {}
    const isReleased = new Promise<void>((resolve) => {
      release = resolve
    })
    const { page } = await openFeed((route) => isReleased.then(() => route.continue()))
    await inNavigation(page).click()
    await profileHeading(page).waitFor({ state: 'attached' })
    expect(await inNavigation(page).getAttribute('aria-current')).toBe('page')
    await page.getByRole('main').getByText('Loading').waitFor({ state: 'attached' })
    release()
    await page.getByLabel('First name').waitFor()
  })

  it('says that there is no connection, leaves the navigation, and continues by itself when it has returned', async () => {
    const { context, page } = await openFeed((route) => route.abort())
    await context.setOffline(true)
    const notice = page.getByRole('status').filter({ hasText: 'You’re offline' })
    await notice.waitFor()
    await inNavigation(page).click()
    await page.getByRole('alert').filter({ hasText: 'You appear to be offline.' }).waitFor()
    await page.getByRole('button', { name: 'Retry' }).waitFor()
    await inNavigation(page).waitFor()
    await context.unroute(profileScripts)
    await context.setOffline(false)
    await page.getByLabel('First name').waitFor()
    await notice.waitFor({ state: 'detached' })
  })
})

describe('who is signed in (docs/product/shell.md#public-screens)', () => {
  it('never sees links to sign in, not even before the app runs', async () => {
    const page = await (await visitor(stage.browser, stage.app, { as: maya })).newPage()
    await page.route('**/assets/*.js', (route) => route.abort())
    for (const address of ['/feed', '/terms']) {
      await page.goto(address)
      expect(await page.getByRole('link', { name: 'Log in' }).filter({ visible: true }).count()).toBe(0)
    }
    const visited = await (await visitor(stage.browser, stage.app)).newPage()
    await visited.route('**/assets/*.js', (route) => route.abort())
    await visited.goto('/feed')
    expect(await visited.getByRole('link', { name: 'Log in' }).filter({ visible: true }).count()).toBe(1)
  })

  it('moves nothing on the page when it becomes known', async () => {
    const page = await (await visitor(stage.browser, stage.app, { as: maya, viewport: phone })).newPage()
    await page.addInitScript(() => {
      const shifts: number[] = []
      Object.assign(window, { shifts })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          shifts.push((entry as PerformanceEntry & { value: number }).value)
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto('/feed')
    await page.getByRole('banner').getByRole('link', { name: 'Profile' }).waitFor()
    const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)
    expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.01)
  })
})
