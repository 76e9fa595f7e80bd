import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { earlyPressMs, unseenMs } from '../../../src/web/boot/early-presses.ts'
import type { ProductRow } from '../../harness/factories.ts'
import { type Person, signUp } from '../../harness/people.ts'
import { card, chip } from '../feed/feed-page.ts'
import { field, toastOf } from '../helpers/forms.ts'
import { gate, holdScripts } from '../helpers/holding.ts'
import { file, post, postMany, titlesOn } from '../helpers/shelf.ts'
import { setStage } from '../helpers/stage.ts'
import { addressOf, desktop, phone, visitor } from '../helpers/visitors.ts'

const stage = setStage()
let maya: Person
let kettle: ProductRow

beforeAll(async () => {
  maya = await signUp(stage.app, { first: 'Maya' })
  kettle = await post(stage.app, maya, { title: 'Kettle' })
  await file(stage.app, kettle, 'kitchen')
  await postMany(stage.app, maya, 'Mug', 3)
})

type Held = { as?: Person; viewport?: { width: number; height: number }; browser?: BrowserContextOptions }

/** Opens a page while its scripts are held back; `takeOver` lets them come, and resolves once its buttons work. */
async function openHeld(address: string, { as, viewport = desktop, browser = {} }: Held = {}) {
  const page = await (await visitor(stage.browser, stage.app, { as, viewport, browser })).newPage()
  const release = await holdScripts(page)
  await page.goto(address, { waitUntil: 'commit' })
  async function takeOver() {
    release()
    await page.locator('html[data-app]').waitFor({ state: 'attached' })
  }
  return { page, takeOver }
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const isPressed = (control: Locator) => control.getAttribute('aria-pressed')
/** How many controls show that their press is kept. */
const marked = (page: Page) =>
  page.evaluate(
    () =>
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY).length,
  )
type Timed = typeof window & { timeIsUp: () => void }

/** The next timer of this length in a page: a function that lets its time be up. */
async function timerOf(page: Page, ms: number): Promise<() => Promise<void>> {
  await page.evaluate((length) => {
    const start = window.setTimeout
    window.setTimeout = ((run: () => void, delay?: number) => {
      if (delay !== length) return start(run, delay)
      window.setTimeout = start
      ;(window as Timed).timeIsUp = run
      return 0
    }) as typeof window.setTimeout
  }, ms)
  return () => page.evaluate(() => (window as Timed).timeIsUp())
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

describe('a button pressed before the app has taken the page over (docs/product/shell.md#before-the-scripts)', () => {
  it('shows that it was, and is pressed once the app is there: Search on a phone', async () => {
    const { page, takeOver } = await openHeld('/feed', { viewport: phone })
    await button(page, 'Search').click()
    expect(await marked(page)).toBe(1)
    await takeOver()
    const box = page.getByRole('combobox', { name: 'Search by product or tags' })
    await box.waitFor()
    expect(await box.evaluate((input) => input === document.activeElement)).toBe(true)
    expect(await marked(page)).toBe(0)
  })

  it('by keyboard, too, and keeps the focus: a category', async () => {
    const { page, takeOver } = await openHeld('/feed')
    await chip(page, 'Kitchen').press('Enter')
    await takeOver()
    await expect.poll(() => titlesOn(page)).toEqual(['Kettle'])
    expect(addressOf(page)).toBe('/feed?scope=public&category=kitchen')
    expect(await chip(page, 'Kitchen').evaluate((chip) => chip === document.activeElement)).toBe(true)
  })

  it('is pressed once, however often it was: a like', async () => {
    const { page, takeOver } = await openHeld('/feed')
    const like = button(page, 'Like Kettle')
    await like.click()
    await like.click()
    expect(await marked(page)).toBe(1)
    await takeOver()
    await expect.poll(() => isPressed(like)).toBe('true')
  })

  it('gives way to another one pressed after it: the view', async () => {
    const { page, takeOver } = await openHeld('/feed')
    await button(page, 'Like Kettle').click()
    await button(page, 'List View').click()
    expect(await marked(page)).toBe(1)
    await takeOver()
    await expect.poll(() => isPressed(button(page, 'List View'))).toBe('true')
    expect(await isPressed(button(page, 'Like Kettle'))).toBe('false')
  })

  it('is left alone after a press on a link, also one that opens another tab', async () => {
    const { page, takeOver } = await openHeld('/feed')
    await button(page, 'Like Kettle').click()
    const opened = page.context().waitForEvent('page')
    await card(page, 'Kettle').click({ modifiers: ['ControlOrMeta'] })
    await (await opened).close()
    expect(await marked(page)).toBe(0)
    await takeOver()
    expect(await isPressed(button(page, 'Like Kettle'))).toBe('false')
  })

  it('is left alone once the page was left', async () => {
    const { page, takeOver } = await openHeld('/feed')
    await button(page, 'Like Kettle').click()
    await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })))
    expect(await marked(page)).toBe(0)
    await takeOver()
    expect(await isPressed(button(page, 'Like Kettle'))).toBe('false')
  })

  it('is left alone when the scripts take longer than anyone waits for a press', async () => {
    const { page, takeOver } = await openHeld('/feed')
    const timeIsUp = await timerOf(page, earlyPressMs)
    await button(page, 'Like Kettle').click()
    expect(await marked(page)).toBe(1)
    await timeIsUp()
    expect(await marked(page)).toBe(0)
    await takeOver()
    expect(await isPressed(button(page, 'Like Kettle'))).toBe('false')
  })

  it('is left alone when it is gone by then', async () => {
    const { page, takeOver } = await openHeld('/feed')
    const like = page.locator('button[aria-label="Like Kettle"]')
    await like.click()
    await like.evaluate((shown) => shown.setAttribute('hidden', ''))
    await takeOver()
    expect(await isPressed(like)).toBe('false')
  })

  it('a follow of a visitor leads to sign in', async () => {
    const { page, takeOver } = await openHeld(`/${maya.username}`)
    await button(page, 'Follow').click()
    await takeOver()
    await page.waitForURL('**/login')
    await page.getByText('follow Maya').waitFor()
  })

  it('sharing says what came of it, also where the browser opens its own sheet only right after a press', async () => {
    const { page, takeOver } = await openHeld('/feed', {
      viewport: phone,
      browser: { hasTouch: true, isMobile: true, permissions: ['clipboard-read', 'clipboard-write'] },
    })
    await page.evaluate(() => {
      navigator.canShare = () => true
      navigator.share = () => Promise.reject(new DOMException('', 'NotAllowedError'))
    })
    await button(page, 'Share Kettle').tap()
    await takeOver()
    await toastOf(page, 'Link copied!').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `${stage.app.url}/l/${kettle.shortLinkId}`,
    )
  })

  it('opens the sheet of a product’s page', async () => {
    const { page, takeOver } = await openHeld(`/l/${kettle.shortLinkId}`)
    await button(page, 'More ways to share').click()
    await takeOver()
    await page.getByRole('dialog', { name: 'Share' }).getByText('Kettle').waitFor()
  })

  it('shares a product’s page by the sheet where the press is too old for the browser to let it copy', async () => {
    const { page, takeOver } = await openHeld(`/l/${kettle.shortLinkId}`)
    await page.evaluate(() =>
      Object.defineProperty(navigator, 'userActivation', { value: { isActive: false } }),
    )
    await button(page, 'Share').click()
    await takeOver()
    await page.getByRole('dialog', { name: 'Share' }).getByRole('button', { name: 'Copy Link' }).waitFor()
    expect(await toastOf(page).count()).toBe(0)
  })

  it('shares a card by the sheet there, too', async () => {
    const { page, takeOver } = await openHeld('/feed', {
      viewport: phone,
      browser: { hasTouch: true, isMobile: true },
    })
    await page.evaluate(() => {
      Object.defineProperty(navigator, 'userActivation', { value: { isActive: false } })
      navigator.canShare = () => true
      navigator.share = () => Promise.reject(new DOMException('', 'NotAllowedError'))
      navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'))
    })
    await button(page, 'Share Kettle').tap()
    await takeOver()
    await page.getByRole('dialog', { name: 'Share' }).getByRole('button', { name: 'Copy Link' }).waitFor()
    expect(await toastOf(page).count()).toBe(0)
  })

  it('keeps what is typed, shows that the form was sent, and sends it once', async () => {
    const { page, takeOver } = await openHeld('/login')
    const sent: unknown[] = []
    page.on('request', (request) => {
      if (request.url().includes('/auth/v1/token')) sent.push(request.postDataJSON())
    })
    await field(page, 'Email').fill(maya.email)
    await field(page, 'Password').fill(maya.password)
    await button(page, 'Show password').click()
    expect(await marked(page)).toBe(1)
    await button(page, 'Log in').click()
    expect(await marked(page)).toBe(1)
    expect(addressOf(page)).toBe('/login')
    await takeOver()
    await page.waitForURL('**/feed')
    await heading(page, 'Explore').waitFor()
    expect(sent).toEqual([expect.objectContaining({ email: maya.email, password: maya.password })])
  })
})

const searchBox = (page: Page) => page.getByRole('combobox', { name: 'Search by product or tags' })
const isFocused = (control: Locator) => control.evaluate((element) => element === document.activeElement)
const caretOf = (control: Locator) =>
  control.evaluate((input: HTMLInputElement) => [input.selectionStart, input.selectionEnd])

describe('what is typed before the app has taken the page over (docs/product/shell.md#before-the-scripts)', () => {
  it('stays in the search box of a wide page, and is searched for, with focus and caret as they were', async () => {
    const { page, takeOver } = await openHeld('/feed')
    const early = page.getByRole('textbox', { name: 'Search by product or tags' })
    await early.click()
    await page.keyboard.type('ktle')
    for (let letter = 0; letter < 3; letter++) await page.keyboard.press('ArrowLeft')
    await page.keyboard.type('e')
    expect(await early.inputValue()).toBe('ketle')
    await takeOver()
    await searchBox(page).waitFor()
    await page.keyboard.type('t')
    expect(await searchBox(page).inputValue()).toBe('kettle')
    expect(await caretOf(searchBox(page))).toEqual([3, 3])
    await page.getByRole('option').getByText('Kettle').waitFor()
    expect(addressOf(page)).toBe('/feed?q=kettle')
    await page.keyboard.press('Escape')
    expect(await isFocused(button(page, 'Search by product or tags'))).toBe(true)
  })

  it('the search goes on taking letters until its script has come', async () => {
    const { page, takeOver } = await openHeld('/feed')
    const { opened, open } = gate()
    await page.route('**/assets/feed-search-*.js', (route) => opened.then(() => route.continue()))
    const early = page.getByRole('textbox', { name: 'Search by product or tags' })
    await early.click()
    await takeOver()
    await page.keyboard.type('ket')
    expect(await early.inputValue()).toBe('ket')
    open()
    await searchBox(page).waitFor()
    await page.keyboard.type('tle')
    await page.getByRole('option').getByText('Kettle').waitFor()
    expect(await searchBox(page).inputValue()).toBe('kettle')
  })

  it('nothing: the button that opens the search is there, and nothing of it is loaded', async () => {
    const { page, takeOver } = await openHeld('/feed')
    const loaded: string[] = []
    page.on('request', (request) => loaded.push(request.url()))
    await takeOver()
    await button(page, 'Search by product or tags').waitFor()
    expect(await searchBox(page).count()).toBe(0)
    expect(loaded.filter((url) => url.includes('feed-search'))).toEqual([])
  })

  it.each([
    ['/login', ['Email', 'Password']],
    ['/signup', ['First name', 'Last name', 'Email', 'Password']],
    ['/forgot', ['Email']],
    ['/auth/reset', ['Current password', 'New password', 'Confirm password']],
  ])('stays in the fields of %s, with focus and caret', async (address, labels) => {
    const { page, takeOver } = await openHeld(address, address === '/auth/reset' ? { as: maya } : {})
    for (const label of labels) await field(page, label).fill(`A long ${label}`)
    expect(await page.locator('input:visible').count()).toBe(labels.length)
    const last = field(page, labels.at(-1) ?? '')
    await last.press('Home')
    // Browsers do not tell it for an e-mail address.
    const caret = address === '/forgot' ? [null, null] : [0, 0]
    await takeOver()
    for (const label of labels) expect(await field(page, label).inputValue()).toBe(`A long ${label}`)
    expect([await isFocused(last), await caretOf(last)]).toEqual([true, caret])
    // A new password is judged without another letter.
    const judged = page.getByText(/^Password strength: (Weak|Medium|Strong)$/)
    await expect.poll(() => judged.count()).toBe(/signup|reset/.test(address) ? 1 : 0)
  })
})

describe('a button pressed while React takes the page over', () => {
  type Stopped = Window & { waiting: (() => void)[] }

  /** A feed whose scripts are there but one; `finish` lets it come, and stops React before its next step. */
  async function openNearlyReady() {
    const page = await (await visitor(stage.browser, stage.app)).newPage()
    const { opened, open } = gate()
    await page.route('**/assets/feed-*.js', (route) => opened.then(() => route.continue()))
    const entry = page.waitForResponse('**/assets/entry-client-*.js')
    await page.goto('/feed', { waitUntil: 'commit' })
    await (await entry).finished()
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))))
    async function finish() {
      // Each step begins with a message to itself. The first one has the router made ready, and draws nothing.
      await page.evaluate(() => {
        const stopped = window as unknown as Stopped
        stopped.waiting = []
        const post = MessagePort.prototype.postMessage
        let steps = 0
        MessagePort.prototype.postMessage = function (...message: [unknown]) {
          steps += 1
          if (steps === 1) post.apply(this, message)
          else stopped.waiting.push(() => post.apply(this, message))
        }
      })
      open()
      await page.waitForFunction(() => (window as unknown as Stopped).waiting.length > 0)
      expect(await isHydrated(page)).toBe(false)
    }
    return { page, like: button(page, 'Like Kettle'), finish }
  }

  const isHydrated = (page: Page) => page.evaluate(() => 'app' in document.documentElement.dataset)

  it('is pressed once: React finishes at once, and is told of the press itself', async () => {
    const { page, like, finish } = await openNearlyReady()
    await finish()
    await like.click()
    expect([await isHydrated(page), await isPressed(like), await marked(page)]).toEqual([true, 'true', 0])
  })

  it('and so is one that was pressed before, and again since nothing seemed to happen', async () => {
    const { page, like, finish } = await openNearlyReady()
    await like.click()
    expect([await isHydrated(page), await isPressed(like), await marked(page)]).toEqual([false, 'false', 1])
    await finish()
    const timeIsUp = await timerOf(page, unseenMs)
    await like.click()
    expect([await isHydrated(page), await isPressed(like), await marked(page)]).toEqual([true, 'true', 0])
    await timeIsUp()
    await like.click()
    expect(await isPressed(like)).toBe('false')
  })
})
