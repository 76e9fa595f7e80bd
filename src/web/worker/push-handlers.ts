/** As much of the worker's world as messages need. */
export type PushScope = {
  location: { origin: string }
  registration: { showNotification(title: string, options: Options): Promise<void> }
  clients: {
    matchAll(options: { type: 'window' }): Promise<readonly Window[]>
    openWindow(address: string): Promise<unknown>
  }
}

type Options = { body: string; tag: string; icon: string; badge: string; data: { path: string } }
type Window = { url: string; focus(): Promise<unknown>; navigate(address: string): Promise<unknown> }
type Message = { title: string; body: string; path: string; tag: string }

const icon = '/icons/192.png'

/**
 * Shows a message. Browsers take the permission away from a site whose messages show nothing, so one that cannot be
 * read shows that there is something.
 */
export function showMessage(scope: PushScope, text: string | undefined): Promise<void> {
  const { title, body, path, tag } = readMessage(text)
  return scope.registration.showNotification(title, { body, tag, icon, badge: icon, data: { path } })
}

function readMessage(text: string | undefined): Message {
  try {
    const { title, body, path, tag } = JSON.parse(text ?? '') as Partial<Record<keyof Message, unknown>>
    if ([title, body, path, tag].every((part) => typeof part === 'string'))
      return { title, body, path, tag } as Message
  } catch {
    // It is not from us, or from another version.
  }
  return { title: 'There is news', body: '', path: '/notes', tag: 'news' }
}

/**
 * Opens what a message is about: only a page of this site, whatever the message says. A window that is open there
 * already comes to the front; another one of the site is led there.
 */
export async function openMessage({ location, clients }: PushScope, path: unknown): Promise<void> {
  const address = URL.parse(typeof path === 'string' ? path : '/', location.origin)
  const target = address?.origin === location.origin ? address.href : `${location.origin}/`
  const windows = await clients.matchAll({ type: 'window' })
  const there = windows.find(({ url }) => url === target)
  if (there) return void (await there.focus())
  const [other] = windows
  if (!other) return void (await clients.openWindow(target))
  await other.focus()
  await other.navigate(target)
}
