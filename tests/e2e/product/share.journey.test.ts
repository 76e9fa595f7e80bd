import { readFile } from 'node:fs/promises'
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { scan } from '../../../src/web/share/testing/scan.ts'
import type { ProductRow } from '../../harness/factories.ts'
import { signUp } from '../../harness/people.ts'
import { toastOf } from '../helpers/forms.ts'
import { fitsItsWidth, flawsOf } from '../helpers/looks.ts'
import { post } from '../helpers/shelf.ts'
import { setStage } from '../helpers/stage.ts'
import { addressOf, desktop, goTo, open, phone, visitor } from '../helpers/visitors.ts'

const stage = setStage()
let kettle: ProductRow
const title = 'Gooseneck & “slow” kettle'
beforeAll(async () => {
  const theo = await signUp(stage.app, { first: 'Theo' })
  kettle = await post(stage.app, theo, { title })
})

const link = () => `${stage.app.url}/l/${kettle.shortLinkId}`
const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText())
const refuseCopying = (page: Page) =>
  page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'))
  })

async function visit(address: string, viewport = phone, browser: BrowserContextOptions = {}): Promise<Page> {
  const permissions = ['clipboard-read', 'clipboard-write']
  return open(
    await visitor(stage.browser, stage.app, { viewport, browser: { permissions, ...browser } }),
    address,
  )
}

/** The file that a press of this button saves. */
async function saved(page: Page, button: Locator): Promise<{ name: string; content: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
  return { name: download.suggestedFilename(), content: await readFile(await download.path()) }
}

describe('sharing from the product page (docs/product/product-page.md#sharing)', () => {
  it('offers all other ways in a sheet, which is loaded only then; the Share button copies and says so, or that it failed', async () => {
    const address = `/l/${kettle.shortLinkId}?utm_source=somewhere`
    const page = await visit(address, phone, { colorScheme: 'dark' })
    const scripts: string[] = []
    page.on('request', (request) => scripts.push(request.url()))
    await page.waitForLoadState('load')
    expect(scripts.some((url) => url.includes('share-sheet'))).toBe(false)
    const more = page.getByRole('button', { name: 'More ways to share' })
    await more.click()
    const sheet = page.getByRole('dialog', { name: 'Share' })
    await sheet.getByText(title).waitFor()
    expect(scripts.some((url) => url.includes('share-sheet'))).toBe(true)
    expect(await flawsOf(page)).toEqual([])

    await sheet.getByRole('button', { name: 'Copy Link' }).click()
    await toastOf(page, 'Copied!').waitFor()
    await toastOf(page, 'Product link copied to clipboard').waitFor()
    expect(await copied(page)).toBe(link())

    const whatsApp = await sheet.getByRole('link', { name: /^WhatsApp/ }).getAttribute('href')
    expect(new URL(whatsApp ?? '').searchParams.get('text')).toBe(`${title} ${link()}`)
    const mail = await sheet.getByRole('link', { name: 'Mail' }).getAttribute('href')
    expect(mail).toBe(
      `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(`${title}\n\n${link()}`)}`,
    )
    expect(await sheet.getByRole('button', { name: 'More apps' }).count()).toBe(0)

    expect(await scan(await sheet.getByRole('img', { name: 'QR code of the link' }).screenshot())).toBe(
      link(),
    )
    const png = await saved(page, sheet.getByRole('button', { name: 'Save PNG' }))
    expect(png.name).toBe(`${kettle.shortLinkId}.png`)
    expect(await sharp(png.content).metadata()).toMatchObject({ format: 'png', width: 1024, height: 1024 })
    expect(await scan(png.content)).toBe(link())
    const svg = await saved(page, sheet.getByRole('button', { name: 'Save SVG' }))
    expect(svg.name).toBe(`${kettle.shortLinkId}.svg`)
    expect(await scan(svg.content)).toBe(link())

    await page.setViewportSize({ width: 320, height: 640 })
    expect(await fitsItsWidth(page)).toBe(true)
    expect(await sheet.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    await expect.poll(() => more.evaluate((button) => button === document.activeElement)).toBe(true)

    await page.evaluate('navigator.clipboard.writeText("something else")')
    const share = page.getByRole('button', { name: 'Share', exact: true })
    await share.click()
    await toastOf(page, 'Link copied!').waitFor()
    expect(await copied(page)).toBe(link())
    expect(addressOf(page)).toBe(address)
    await refuseCopying(page)
    await share.click()
    await toastOf(page, 'Failed to copy').waitFor()
  })
})

describe('sharing from a card (docs/product/cards.md#sharing)', () => {
  const shareOn = (page: Page) => page.getByRole('button', { name: `Share ${title}` })

  it('copies where the sheet cannot be loaded; the sheet copies on a plain http address, too, and says where copying is refused', async () => {
    const page = await visit('/feed', desktop)
    await page.route('**/share-sheet*.js', (route) => route.abort('internetdisconnected'))
    await shareOn(page).click()
    await toastOf(page, 'Link copied!').waitFor()
    expect(await copied(page)).toBe(link())
    await page.unroute('**/share-sheet*.js')

    await goTo(page, '/feed')
    await shareOn(page).click()
    const sheet = page.getByRole('dialog', { name: 'Share' })
    await page.evaluate('navigator.clipboard.writeText("something else")')
    await page.evaluate(() =>
      Object.defineProperty(navigator, 'clipboard', { configurable: true, value: undefined }),
    )
    await sheet.getByRole('button', { name: 'Copy Link' }).click()
    await toastOf(page, 'Copied!').waitFor()
    await page.evaluate(() => Reflect.deleteProperty(navigator, 'clipboard'))
    expect(await copied(page)).toBe(link())
    await refuseCopying(page)
    await sheet.getByRole('button', { name: 'Copy Link' }).click()
    await toastOf(page, 'Error').waitFor()
    await toastOf(page, 'Failed to copy link').waitFor()
    await sheet.getByRole('button', { name: 'Close' }).click()
    await expect.poll(() => shareOn(page).evaluate((button) => button === document.activeElement)).toBe(true)
    expect(addressOf(page)).toBe('/feed')
  })

  it('opens the system’s own sheet on a phone that has one; closing it is no error, a refusal copies', async () => {
    const context = await visitor(stage.browser, stage.app, {
      viewport: phone,
      browser: { hasTouch: true, isMobile: true, permissions: ['clipboard-read', 'clipboard-write'] },
    })
    // The system's functions of a page: they answer by `outcomes`, with an error's name or nothing.
    await context.addInitScript(() => {
      const world = window as unknown as { shared: ShareData[]; outcomes: string[] }
      world.shared = []
      world.outcomes = ['', 'AbortError', 'NotAllowedError', 'AbortError']
      navigator.canShare = () => true
      navigator.share = async (data) => {
        world.shared.push(data ?? {})
        const name = world.outcomes.shift()
        if (name) throw new DOMException('', name)
      }
    })
    const page = await open(context, '/feed')
    const sharedSoFar = () => page.evaluate(() => (window as unknown as { shared: ShareData[] }).shared)
    await shareOn(page).tap()
    expect(await sharedSoFar()).toEqual([{ title, url: link() }])
    await shareOn(page).tap()
    expect(await toastOf(page).count()).toBe(0)
    await shareOn(page).tap()
    await toastOf(page, 'Link copied!').waitFor()
    expect(await copied(page)).toBe(link())

    await page.getByRole('link', { name: `View ${title}` }).tap()
    await page.getByRole('button', { name: 'More ways to share' }).tap()
    await page.getByRole('dialog', { name: 'Share' }).getByRole('button', { name: 'More apps' }).tap()
    expect(await sharedSoFar()).toHaveLength(4)
  })
})
