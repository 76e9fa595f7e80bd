import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startFakePush } from '../../fakes/push.ts'
import { startTestApp, type TestApp } from '../../harness/app.ts'
import { sharedBrowser } from '../../harness/browser.ts'
import { type Person, signUp } from '../../harness/people.ts'
import { goTo, open, phone, visitor } from '../helpers/visitors.ts'
import { isReady } from '../offline/device.ts'

let service: Awaited<ReturnType<typeof startFakePush>>
let app: TestApp
let maya: Person
let theo: Person

beforeAll(async () => {
  service = await startFakePush()
  app = await startTestApp({ pages: true, jobs: true, env: { PUSH_TEST_ORIGIN: service.url } })
  maya = await signUp(app, { first: 'Maya' })
  theo = await signUp(app, { first: 'Theo' })
  await app.database.pool.query('update users set email_verified_at = now()')
  // The test runs at any hour.
  await app.request('PUT', '/api/v1/me/ways/quiet', { token: maya.token, body: { quiet: null } })
})
afterAll(async () => {
  await app?.close()
  await service?.close()
})

/**
 * A browser with the real worker. The browser's own push service is out in the world: in its place the fake one gives
 * addresses, `changes` them, and what it is sent reaches the worker as the browser would bring it.
 */
async function device(who: Person) {
  const context = await visitor(await sharedBrowser(), app, {
    as: who,
    viewport: phone,
    browser: { serviceWorkers: 'allow', permissions: ['notifications'] },
  })
  await context.exposeFunction('subscribeAt', (key: string) => service.subscribe('fcm.googleapis.com', key))
  await context.addInitScript(() => {
    // The headless shell has nobody who could be asked, and says 'denied' whatever it was granted.
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
    const { subscribeAt } = window as unknown as { subscribeAt: (key: string) => Promise<object> }
    const read = () => JSON.parse(localStorage.getItem('service') ?? 'null')
    const bytes = (text: string) =>
      Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
    const opened = ({ key, ...given }: { key: string }) => ({
      ...given,
      options: { applicationServerKey: bytes(key).buffer },
      toJSON: () => given,
      unsubscribe: async () => localStorage.removeItem('service'),
    })
    Object.assign(PushManager.prototype, {
      getSubscription: async () => read() && opened(read()),
      subscribe: async ({ applicationServerKey: key }: { applicationServerKey: string }) => {
        localStorage.setItem('service', JSON.stringify({ key, ...(await subscribeAt(key)) }))
        return opened(read())
      },
    })
  })
  const page = await open(context, '/profile/notifications')
  await isReady(page)
  return { context, page }
}

type Shown = { title: string; body: string; tag: string; path: string }
type WorkerWorld = { shown: Shown[]; registration: ServiceWorkerRegistration }

/** Brings a message of the service to the worker, and returns what it shows: the headless shell has no such place. */
async function bring(context: BrowserContext, page: Page) {
  const { data, endpoint } = await service.next()
  const [worker] = context.serviceWorkers()
  await worker?.evaluate(() => {
    const world = self as unknown as WorkerWorld
    world.shown = []
    world.registration.showNotification = async (title, { body = '', tag = '', data } = {}) => {
      world.shown.push({ title, body, tag, path: data.path })
    }
  })
  const session = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations
      if (first) resolve(first.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  await session.send('ServiceWorker.deliverPushMessage', {
    ...{ origin: app.url, registrationId: await registered, data: JSON.stringify(data) },
  })
  const shown = () => worker?.evaluate(() => (self as unknown as WorkerWorld).shown)
  await expect.poll(shown).toHaveLength(1)
  return { endpoint, data, shown: await shown() }
}

const addressOf = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('service') ?? '{}').endpoint)

describe('messages of browsers (docs/product/ways.md#messages-of-browsers)', () => {
  it('are asked for by a press, come through the worker, and follow another address', async () => {
    const { context, page } = await device(maya)
    await page.getByRole('button', { name: 'Notify me on this device' }).click()
    await page.getByText('It shows messages.').waitFor()

    await follow(theo)
    const first = await bring(context, page)
    expect(first.endpoint).toBe(await addressOf(page))
    expect(first.shown).toEqual([first.data])

    // The push service ends that address; the app asks for another at its next start.
    await page.evaluate(() => localStorage.removeItem('service'))
    await goTo(page, '/feed')
    await expect.poll(() => addressOf(page)).not.toBe(undefined)
    const told = () => app.database.pool.query('select endpoint from push_devices').then(({ rows }) => rows)
    await expect.poll(told).toEqual([{ endpoint: await addressOf(page) }])
    expect(await addressOf(page)).not.toBe(first.endpoint)
  })

  it('end with the session: who signs in next is not added by it', async () => {
    const { page } = await device(theo)
    await page.getByRole('button', { name: 'Notify me on this device' }).click()
    await page.getByText('It shows messages.').waitFor()
    await page.evaluate(() => localStorage.removeItem('service'))
    await goTo(page, '/profile')
    await page.getByRole('button', { name: 'Sign Out' }).first().click()
    await page.waitForURL('**/login*')
    expect(await page.evaluate(() => localStorage.getItem('folio.told'))).toBeNull()
  })
})

/** Theo follows Maya, as a person of the app does. */
async function follow(who: Person) {
  const answer = await app.request('POST', '/functions/v1/people-follow', {
    token: who.token,
    body: { userId: maya.id, action: 'follow' },
  })
  expect(answer.status).toBe(200)
}
