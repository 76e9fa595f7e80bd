import type { Api } from '../../api/client.ts'
import { toldAddressKey } from '../../browser/kept-cache.ts'
import { inBrowser } from '../../browser/storage.ts'
import { readStoredSession } from '../../session/session.ts'

/** Whether this browser shows messages of this site, or could. */
export type PushState = 'unsupported' | 'blocked' | 'off' | 'on'

/** Whether this browser gets messages of this site, by the key that the site sends with. */
export async function readPushState(key: string): Promise<PushState> {
  const registration = await workerOf()
  if (!registration) return 'unsupported'
  if (Notification.permission === 'denied') return 'blocked'
  const subscription = await registration.pushManager.getSubscription()
  return subscription && isFor(subscription, key) && Notification.permission === 'granted' ? 'on' : 'off'
}

/**
 * Asks the person for permission, which browsers allow only while a press is handled, subscribes the browser and tells
 * the server. Resolves to what is so afterwards.
 */
export async function turnPushOn(api: Api, key: string): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted') return readPushState(key)
  const registration = await workerOf()
  if (!registration) return 'unsupported'
  await keepSubscribed(api, registration, key)
  return 'on'
}

/**
 * Push services give a browser another address at times, or none. A browser that was added by the session that is still
 * there is told to the server again then, once the app starts: nobody would notice that no message comes any more.
 */
export async function renewPush(api: Api): Promise<void> {
  const told = inBrowser.read(toldAddressKey)
  const registration = told && (await workerOf())
  if (!registration || Notification.permission !== 'granted') return
  const found = await registration.pushManager.getSubscription()
  if (told === mark(found?.endpoint) || !told.startsWith(mark(''))) return
  const { push_key } = await api('GET /api/v1/me/ways')
  await keepSubscribed(api, registration, push_key)
}

/** Whose browser it is, and at which address. */
const mark = (endpoint = '') => `${readStoredSession()?.user?.id} ${endpoint}`

export async function turnPushOff(): Promise<void> {
  inBrowser.forget(toldAddressKey)
  const registration = await workerOf()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}

/** Subscribes anew where the browser has a subscription for another key, and tells the server which it has. */
async function keepSubscribed(api: Api, registration: ServiceWorkerRegistration, key: string): Promise<void> {
  const found = await registration.pushManager.getSubscription()
  if (found && !isFor(found, key)) await found.unsubscribe()
  const subscription =
    found && isFor(found, key)
      ? found
      : await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  const { endpoint, keys } = subscription.toJSON()
  const own = mark(endpoint)
  await api('PUT /api/v1/me/ways/device', {
    body: { endpoint: endpoint ?? '', keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } },
  })
  // Whoever has signed out meanwhile has ended it.
  if (mark(endpoint) === own) inBrowser.write(toldAddressKey, own)
}

const isFor = ({ options: { applicationServerKey } }: PushSubscription, key: string): boolean =>
  applicationServerKey !== null && base64url(new Uint8Array(applicationServerKey)) === key

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** The site's worker, which shows the messages; none where the browser has no such thing. */
async function workerOf(): Promise<ServiceWorkerRegistration | undefined> {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return undefined
  return navigator.serviceWorker.getRegistration()
}
