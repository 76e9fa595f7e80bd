import type { BrowserContext } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { keptCalls } from '../../../src/web/offline/kept-calls.ts'
import { type Person, setRole, signUp } from '../../harness/people.ts'
import { sell, setAmazonStage, withoutAmazonsPictures } from '../add/add-dialog.ts'
import { signIn } from '../helpers/forms.ts'
import { post } from '../helpers/shelf.ts'
import { goTo, goWithin, open } from '../helpers/visitors.ts'
import { atStart, device, everythingStored, isReady, keeps, keptOn } from './device.ts'

const stage = setAmazonStage()

/** Leaves the site this many bytes to store anything in. */
async function leaveRoom(context: BrowserContext, address: string, quotaSize: number) {
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: new URL(address).origin, quotaSize })
  return page
}

describe('storage that is full (docs/product/offline.md#limits)', () => {
  it('breaks nothing: pages come from the network as ever', async () => {
    await post(stage.app, stage.person, { title: 'Kettle' })
    const context = await device(stage, stage.person)
    const page = await leaveRoom(context, stage.app.url, 1)
    await goTo(page, '/feed')
    await page.getByRole('heading', { name: 'Kettle' }).waitFor()
    await page.waitForLoadState('networkidle')
    await page.getByRole('link', { name: 'My Folio' }).first().click()
    await page.getByText('Kettle').first().waitFor()
    expect(await keptOn(page)).toEqual([])
    expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBe(null)
    await page.close()
  })

  it('nor where it fills up later: what is there opens, and the network answers', async () => {
    await post(stage.app, stage.person, { title: 'Kettle' })
    const context = await device(stage, stage.person)
    const first = await open(context, '/feed')
    await isReady(first)
    await keeps(first, ...atStart)
    await first.close()
    const page = await leaveRoom(context, stage.app.url, 1)
    await post(stage.app, stage.person, { title: 'Rug' })
    await goTo(page, '/feed')
    await page.getByRole('heading', { name: 'Rug' }).waitFor()
    await page.getByRole('link', { name: 'My Folio' }).first().click()
    await page.getByText('Rug').first().waitFor()
    await context.setOffline(true)
    await page.reload()
    await page.getByRole('heading', { name: 'My Folio' }).waitFor()
    await page.close()
  })
})

/** Pages of every kind; `admin` sees them all. */
const walk = (username: string) => [
  ...[`/${username}?tab=popular`, `/${username}?tab=lists`, '/saved'],
  ...[
    '/my-folio',
    '/inbox',
    '/filing-cabinet',
    '/my-folio/lists',
    '/my-folio/attention',
    '/my-folio/transfer',
  ],
  ...['/categories/setup', '/category/kitchen', '/feed?add=true'],
  ...['/earnings', '/earnings/products', '/earnings/payouts', '/earnings/details', '/earnings/statement'],
  ...['/profile', '/profile/sign-in', '/profile/devices', '/profile/data'],
  ...['/admin', '/admin/orders', '/admin/creators', '/admin/payouts', '/admin/books', '/admin/fees'],
]

describe('what is never stored (docs/product/offline.md#never-kept)', () => {
  let admin: Person
  beforeAll(async () => {
    admin = await signUp(stage.app, { first: 'Greta' })
    await setRole(stage.app, admin, 'admin')
  })

  it('no price, no picture of Amazon’s, nothing of money, admins or settings, and no token, after a walk through all pages', async () => {
    const { url, asin } = sell(stage.amazon, { title: 'Enamel Mug' })
    const image_url = 'https://m.media-amazon.com/images/I/61kettle01L._AC_SL1500_.jpg'
    const body = { amazon_url: url, title: 'Enamel Mug', category_id: null, image_url }
    await stage.app.request('POST', '/functions/v1/amazon-paapi', {
      token: admin.token,
      body: { amazonUrl: url, asin },
    })
    const { body: mug } = await stage.app.request('POST', '/api/v1/products', { token: admin.token, body })
    expect([mug.price_usd, mug.image_source]).toEqual([12.5, 'amazon'])
    const context = await device(stage)
    await withoutAmazonsPictures(context)
    const page = await open(context, '/login')
    await signIn(page, admin)
    await page.waitForURL('**/feed')
    await goTo(page, '/feed')
    await isReady(page)
    await keeps(page, ...atStart)
    await goTo(page, `/l/${mug.short_link_id}`)
    await keeps(page, `/api/v1/products/${mug.short_link_id}`)
    await goTo(page, `/${admin.username}`)
    await keeps(page, `/api/v1/profiles/${admin.username}`)
    for (const address of walk(admin.username)) {
      await goWithin(page, address)
      await page.waitForLoadState('networkidle')
    }

    const shapes = Object.keys(keptCalls).map(
      (name) => new RegExp(`^${name.slice(4).replace(/:\w+/g, '[^/?]+')}(\\?|$)`),
    )
    const strangers = (await keptOn(page)).filter((path) => !shapes.some((shape) => shape.test(path)))
    expect(strangers).toEqual([])
    const stored = await everythingStored(page)
    expect(stored.includes('Enamel Mug')).toBe(true)
    const token = await page.evaluate(() => JSON.parse(localStorage.getItem('folio.session') ?? '{}'))
    for (const secret of [token.access_token, token.refresh_token, admin.email, '12.5,', ' opaque '])
      expect(stored.includes(secret), secret).toBe(false)
    const answers = stored.split('\n').filter((line) => line.startsWith('folio.kept'))
    expect(answers.join('\n')).not.toMatch(
      /media-amazon|images-amazon|"price_usd":\d|"price_as_of":"|"is_admin":true/,
    )
    const held = stored.split('\n').flatMap((line) => /^\S+ http:\/\/[^/]+(\/\S*) /.exec(line)?.[1] ?? [])
    const own = /^\/(kept|assets|fonts|icons)\/|^\/(favicon\.svg|shell\.html)/
    expect(held.filter((path) => !own.test(path))).toEqual([])
  })
})
