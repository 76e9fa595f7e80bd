import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Person, signUp } from '../../harness/people.ts'
import { button, field, fill, signIn } from '../helpers/forms.ts'
import { holdScripts } from '../helpers/holding.ts'
import { setStage } from '../helpers/stage.ts'
import { goTo, goWithin, open, visitor } from '../helpers/visitors.ts'

const stage = setStage()
let maya: Person

beforeAll(async () => {
  maya = await signUp(stage.app)
})

/** In the browser, before the page’s scripts. */
const blockStorage = () => {
  const refuse = {
    get() {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    },
  }
  Object.defineProperty(window, 'localStorage', refuse)
  Object.defineProperty(window, 'sessionStorage', refuse)
}

const fillStorage = () => {
  if (window.origin === 'null') return
  for (let size = 2 ** 23; size >= 1; size /= 2)
    try {
      localStorage.setItem(`other.${size}`, 'x'.repeat(size))
    } catch {}
}

const folio = (page: Page) => page.getByRole('heading', { name: /^What do you tell everyone/ })

describe('a browser that stores nothing (docs/product/sign-in.md#log-in)', () => {
  it.each([
    ['blocked', blockStorage],
    ['full', fillStorage],
  ])('as its storage is %s, says so, and signs in for as long as the page is open', async (_, spoil) => {
    const context = await visitor(stage.browser, stage.app)
    await context.addInitScript(spoil)
    const page = await open(context, '/login')
    await page.getByText('This browser stores nothing for this site').waitFor()
    await signIn(page, maya)
    await page.waitForURL('**/feed')
    await goWithin(page, '/my-folio')
    await folio(page).waitFor()
    await goTo(page, '/login')
    await page.getByText('This browser stores nothing for this site').waitFor()
  })
})

/** As translators do: each text stands in two elements of theirs. */
const translate = () => {
  document.documentElement.classList.add('translated-ltr')
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  for (const text of texts.filter((one) => one.data.trim() && !one.parentElement?.closest('script,style'))) {
    const outer = document.createElement('font')
    outer.append(Object.assign(document.createElement('font'), { textContent: text.data }))
    text.replaceWith(outer)
  }
}

/** As extensions do: something of theirs in the middle of the page. */
const insert = () => {
  const mine = Object.assign(document.createElement('div'), { textContent: 'Fill in with my extension' })
  document.querySelector('form')?.prepend(mine)
  document.body.prepend(mine.cloneNode(true))
}

describe('a page that others have changed first (docs/product/shell.md#before-the-scripts)', () => {
  it.each([
    ['a translator', translate],
    ['an extension', insert],
  ])('by %s keeps what is typed before the scripts, and the focus', async (_, change) => {
    // React draws the page again, and reports that as an error.
    const context = await stage.browser.newContext({ baseURL: stage.app.url })
    onTestFinished(() => context.close())
    const page = await context.newPage()
    const release = await holdScripts(page)
    await page.goto('/login', { waitUntil: 'commit' })
    await button(page, 'Log in').waitFor()
    await page.evaluate(change)
    await fill(page, { Email: maya.email, Password: maya.password })
    release()
    await page.locator('html[data-app]').waitFor({ state: 'attached' })
    await expect.poll(() => field(page, 'Email').inputValue()).toBe(maya.email)
    expect(await field(page, 'Password').inputValue()).toBe(maya.password)
    expect(await field(page, 'Password').evaluate((input) => input === document.activeElement)).toBe(true)
    await button(page, 'Log in').click()
    await page.waitForURL('**/feed')
  })
})

describe('a clock that is wrong (docs/product/sign-in.md#sessions)', () => {
  it.each([-3, 3])('by %d hours does not renew the token at each page', async (hours) => {
    const context = await visitor(stage.browser, stage.app)
    await context.addInitScript((ms) => {
      const { now } = Date
      Date.now = () => now() + ms
    }, hours * 3_600_000)
    const page = await open(context, '/login')
    const renewals: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('grant_type=refresh_token')) renewals.push(request.url())
    })
    await signIn(page, maya)
    await page.waitForURL('**/feed')
    for (const address of ['/my-folio', '/feed', '/my-folio']) await goTo(page, address)
    await folio(page).waitFor()
    expect(renewals).toEqual([])
  })

  it('that was put right since holds nobody up: a token that is over is renewed', async () => {
    const page = await open(await visitor(stage.browser, stage.app), '/login')
    await signIn(page, maya)
    await page.waitForURL('**/feed')
    await page.evaluate(() => {
      const session = JSON.parse(localStorage.getItem('folio.session') ?? '')
      localStorage.setItem(
        'folio.session',
        JSON.stringify({ ...session, expires_at: session.expires_at + 9_999 }),
      )
    })
    stage.app.clock.advance(2 * 3_600_000)
    const renewed = page.waitForResponse('**/auth/v1/token?grant_type=refresh_token')
    await page.goto('/my-folio')
    expect((await renewed).status()).toBe(200)
    await goTo(page, '/my-folio')
    await folio(page).waitFor()
  })
})
