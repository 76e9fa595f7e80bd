import { useSyncExternalStore } from 'react'
import { waitingLinksKey } from '../browser/kept-cache.ts'
import { inBrowser, parsed } from '../browser/storage.ts'
import { createListeners } from '../browser/store.ts'

/** How many links wait at most; the oldest go first. */
const maxWaiting = 50

type Stored = { userId: string; texts: string[] }

const changes = createListeners()

/** What a person pasted or shared without a network, the oldest first (docs/product/offline.md#links-that-wait). */
function waitingLinks(userId: string): string[] {
  const stored = parsed(inBrowser.read(waitingLinksKey)) as Stored | null
  return stored?.userId === userId && Array.isArray(stored.texts) ? stored.texts : []
}

function write(stored: Stored): void {
  if (stored.texts.length > 0) inBrowser.write(waitingLinksKey, JSON.stringify(stored))
  else inBrowser.forget(waitingLinksKey)
  changes.notify()
}

/** Keeps a text with a link; what another person has left here goes. */
export function keepLink(userId: string, text: string): void {
  const others = waitingLinks(userId).filter((other) => other !== text)
  write({ userId, texts: [...others, text].slice(-maxWaiting) })
}

export function dropLink(userId: string, text: string): void {
  write({ userId, texts: waitingLinks(userId).filter((other) => other !== text) })
}

/** The same, up to date across tabs. */
export function useWaitingLinks(userId: string): string[] {
  const stored = useSyncExternalStore(subscribe, () => waitingLinks(userId).join('\0'))
  return stored ? stored.split('\0') : []
}

function subscribe(listener: () => void): () => void {
  const stop = changes.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    stop()
    window.removeEventListener('storage', listener)
  }
}
