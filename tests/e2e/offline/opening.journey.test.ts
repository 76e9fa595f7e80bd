import type { BrowserContext, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Person, signUp } from '../../harness/people.ts'
import { flawsInEveryLook } from '../helpers/looks.ts'
import { post } from '../helpers/shelf.ts'
import { setStage } from '../helpers/stage.ts'
import { goTo, open, phone } from '../helpers/visitors.ts'
import { atStart, device, isReady, keeps } from './device.ts'
import { setFront } from './front.ts'

const stage = setStage()
const there = setFront()
let maya: Person
let theo: Person
let lamp: string

beforeAll(async () => {
  maya = await signUp(stage.app, { first: 'Maya' })
  theo = await signUp(stage.app, { first: 'Theo' })
  await post(stage.app, maya, { title: 'Kettle' })
  lamp = (await post(stage.app, theo, { title: 'Lamp' })).shortLinkId
})

/** A phone on which the app was opened with a network, and pages were seen, before it went into a tunnel. */
async function inTunnel(...seen: string[]): Promise<BrowserContext> {
  const context = await device(stage, maya)
  const page = await open(context, '/feed')
  await isReady(page)
  await keeps(page, ...atStart)
  for (const address of seen) {
    await goTo(page, address)
    await keeps(page, `/api/v1/products/${lamp}`, `/api/v1/products/${lamp}/doorway`)
  }
  await page.close()
  await context.setOffline(true)
  return context
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

describe('opening without a network (docs/product/offline.md#without-a-network)', () => {
  it('shows the last feed, the own collection and pages that were seen, and says how old they are', async () => {
    const context = await inTunnel(`/l/${lamp}`)
    const page = await context.newPage()
    await page.clock.install({ time: Date.now() + 12 * 60_000 })
    await goTo(page, '/feed')
    await heading(page, 'Lamp').waitFor()
    await page.getByText('Offline. From 12 minutes ago.').waitFor()
    expect(await flawsInEveryLook(page, phone)).toEqual({})

    await page.getByRole('link', { name: 'My Folio' }).first().click()
    await page.getByText('Kettle').first().waitFor()
    await goTo(page, `/l/${lamp}`)
    await heading(page, 'Lamp').waitFor()

    // What was not seen, and what is never kept, says that there is no connection.
    await goTo(page, `/${theo.username}`)
    await heading(page, 'Something went wrong').waitFor()
    for (const address of ['/earnings', '/profile', '/profile/sign-in', '/my-folio/transfer']) {
      await goTo(page, '/my-folio')
      await page.getByText('Kettle').first().waitFor()
      await goTo(page, address)
      await heading(page, 'Something went wrong').first().waitFor()
      await page.getByText('You’re offline').waitFor()
    }
  })

  it('opens at once with a token that has expired, and shows fresh data by itself when the network is back', async () => {
    const context = await inTunnel()
    const page = await context.newPage()
    await page.addInitScript(() => {
      const session = JSON.parse(localStorage.getItem('folio.session') ?? '{}')
      const expires_at = Math.floor(Date.now() / 1000) - 60
      localStorage.setItem('folio.session', JSON.stringify({ ...session, expires_at }))
    })
    const renewals: string[] = []
    page.on('requestfailed', (request) => renewals.push(new URL(request.url()).pathname))
    await goTo(page, '/feed')
    await heading(page, 'Lamp').waitFor()
    await page.getByText('You’re offline').waitFor()
    // The client goes on trying behind the page, for half a minute; the page did not wait for that.
    expect(renewals.filter((path) => path === '/auth/v1/token').length).toBeLessThan(6)

    await post(stage.app, theo, { title: 'Rug' })
    await context.setOffline(false)
    await heading(page, 'Rug').waitFor()
    await page.getByText('You’re offline').waitFor({ state: 'detached' })
  })

  it('also where the phone believes that it has a network, and says that it has none until the server answers', async () => {
    const { front } = there
    front.route = () => stage.app
    const context = await device(stage, maya, front.url)
    const online = await open(context, '/feed')
    await isReady(online)
    await keeps(online, ...atStart)
    await online.close()

    front.route = () => null
    const page = await open(context, '/feed')
    await heading(page, 'Lamp').waitFor()
    await page.getByText('You’re offline').waitFor()
    front.route = () => stage.app
    await page.getByRole('link', { name: 'My Folio' }).first().click()
    await page.getByText('Kettle').first().waitFor()
    await page.getByText('You’re offline').waitFor({ state: 'detached' })
  })
})

describe('whose browser keeps what (docs/product/offline.md#whose-browser)', () => {
  it('registers no worker for visitors, and keeps nothing', async () => {
    const page = await open(await device(stage), '/feed')
    await page.keyboard.press('Tab')
    await page.waitForLoadState('networkidle')
    const found = await page.evaluate(async () => [
      (await navigator.serviceWorker.getRegistrations()).length,
      (await caches.keys()).length,
    ])
    expect(found).toEqual([0, 0])
  })
})
