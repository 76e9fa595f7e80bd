import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../harness/app.ts'
import { type Person, signUp } from '../../harness/people.ts'
import { flawsInEveryLook } from '../helpers/looks.ts'
import { post } from '../helpers/shelf.ts'
import { setStage } from '../helpers/stage.ts'
import { goTo, open, phone } from '../helpers/visitors.ts'
import { atStart, device, isReady, keeps } from './device.ts'
import { setFront } from './front.ts'

const stage = setStage()
const there = setFront()
let next: TestApp
let without: TestApp
let maya: Person

// Another name is another empty page, and so another version of the worker, as another build is.
beforeAll(async () => {
  const { database } = stage.app
  next = await startTestApp({ pages: true, database, env: { APP_NAME: 'Shelf' } })
  without = await startTestApp({ pages: true, database, env: { OFFLINE: 'off' } })
  maya = await signUp(stage.app)
  await post(stage.app, maya, { title: 'Kettle' })
})
afterAll(() => Promise.all([next?.close(), without?.close()]))

async function installed() {
  there.front.route = () => stage.app
  const context = await device(stage, maya, there.front.url)
  const page = await open(context, '/feed')
  await isReady(page)
  await keeps(page, ...atStart)
  return { context, page }
}

/** Has the browser look for another version, as it does by itself when the app is started. */
const look = (page: Page) =>
  page.evaluate(() => navigator.serviceWorker.getRegistration().then((worker) => worker?.update()))

const states = (page: Page) =>
  page.evaluate(async () => {
    const worker = await navigator.serviceWorker.getRegistration()
    return [worker?.active?.state, worker?.waiting?.state, worker?.installing?.state]
  })

/** The name of the app in the empty page that is given without a server. */
async function nameWithoutServer(page: Page): Promise<string | null> {
  there.front.route = () => null
  await goTo(page, '/feed')
  return page.locator('meta[name=application-name]').getAttribute('content')
}

const offer = (page: Page) => page.getByText('A new version is ready')

describe('another version (docs/product/offline.md#another-version)', () => {
  it('is offered, in every tab; one tab takes it, the other goes on as it is', async () => {
    const { context, page } = await installed()
    const other = await open(context, '/my-folio')
    there.front.route = () => next
    await look(page)
    await offer(page).waitFor()
    await offer(other).waitFor()
    expect(await states(page)).toEqual(['activated', 'installed', undefined])
    await other.evaluate(() => Object.assign(window, { isSame: true }))

    await page.getByRole('button', { name: 'Reload' }).click()
    await page.locator('meta[name=application-name][content=Shelf]').waitFor({ state: 'attached' })
    expect(await other.evaluate(() => 'isSame' in window)).toBe(true)
    await other.getByRole('link', { name: 'Feed' }).first().click()
    await other.getByRole('heading', { name: 'Kettle' }).waitFor()
    expect(await nameWithoutServer(page)).toBe('Shelf')
  })

  it('comes at the next start by itself', async () => {
    const { context, page } = await installed()
    there.front.route = () => next
    await look(page)
    await offer(page).waitFor()
    expect(await flawsInEveryLook(page, phone)).toEqual({})
    // Without a press, a page that starts without a server is still of the version before.
    expect(await nameWithoutServer(page)).toBe('Folio')
    await page.close()
    const again = await context.newPage()
    await expect.poll(() => nameWithoutServer(again)).toBe('Shelf')
  })

  it('is not taken while nodes of two releases answer: nothing is mixed', async () => {
    const { page } = await installed()
    there.front.route = (path) => (path === '/sw.js' ? next : stage.app)
    await look(page).catch(() => {})
    await expect.poll(() => states(page)).toEqual(['activated', undefined, undefined])
    expect(await offer(page).count()).toBe(0)
    expect(await nameWithoutServer(page)).toBe('Folio')
  })
})

describe('turned off (docs/product/offline.md#turning-it-off)', () => {
  it('has browsers drop the worker and what they keep, and register none again', async () => {
    const { page } = await installed()
    there.front.route = () => without
    await look(page)
    const left = () =>
      page.evaluate(async () => [
        (await navigator.serviceWorker.getRegistrations()).length,
        await caches.keys(),
      ])
    await expect.poll(left).toEqual([0, []])
    await goTo(page, '/my-folio')
    await page.waitForLoadState('networkidle')
    expect(await left()).toEqual([0, []])
  })
})
