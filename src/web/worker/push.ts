import { openMessage, type PushScope, showMessage } from './push-handlers.ts'

type PushEvent = { data: { text(): string } | null; waitUntil(work: Promise<unknown>): void }
type ClickEvent = {
  notification: { close(): void; data: { path?: unknown } | null }
  waitUntil(work: Promise<unknown>): void
}
type Listening = PushScope & {
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void
  addEventListener(type: 'notificationclick', listener: (event: ClickEvent) => void): void
}

// Browsers require that a worker listens from its first moment (docs/product/ways.md#messages-of-browsers).
const worker = globalThis as unknown as Listening
worker.addEventListener('push', (event) => event.waitUntil(showMessage(worker, event.data?.text())))
worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openMessage(worker, event.notification.data?.path))
})
