import { useEffect } from 'react'
import { type Api, ApiError } from '../client.ts'
import { useApi } from './use-api.ts'
import { whenVisible } from './when-visible.ts'

type ClickKind = 'view' | 'outbound'

/**
 * Records one click, and once more under the same event id when the network failed, so that a retry never counts
 * twice. Counting must not disturb whoever looks: a failure stays silent.
 */
export async function recordClick(api: Api, productId: string, kind: ClickKind): Promise<void> {
  const body = { kind, referrer: document.referrer || null, event_id: eventId() }
  const send = () =>
    api('POST /api/v1/products/:id/clicks', { params: { id: productId }, body }, { keepalive: true })
  const isNetwork = (error: unknown) => error instanceof ApiError && error.code === 'network'
  await send()
    .catch((error: unknown) => (isNetwork(error) ? send() : undefined))
    .catch(() => undefined)
}

/** Records the view of a product's page once each time it is opened, also from another product's page. */
export function useRecordedView(productId: string): void {
  const api = useApi()
  useEffect(() => whenVisible(() => void recordClick(api, productId, 'view')), [api, productId])
}

/** A random UUID; `randomUUID` is missing on plain http addresses of the local network. */
function eventId(): string {
  if (crypto.randomUUID) return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
