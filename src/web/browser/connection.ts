import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { createListeners } from './store.ts'

/** The message when the server cannot be reached at all. */
export const offlineMessage = 'You appear to be offline. Please check your connection.'

/** The service worker had to give a page of its own, and the server has not answered since. */
let isMissed = false
let lastHeard = Date.now()
/** Called when a server that was missed answers again. */
const returns = createListeners()

/** Whether the server is out of reach, as far as is known. */
export const isAway = (): boolean => isMissed || !navigator.onLine

/** Calls `listener` when the server may have been lost, and when it may be there again. */
export function onReach(listener: () => void): () => void {
  const stop = returns.add(listener)
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    stop()
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** The page came from the service worker, since the network gave none. */
export function missServer(): void {
  isMissed = true
  window.addEventListener('online', () => {
    isMissed = false
  })
}

/** The server has answered. */
export function hearServer(): void {
  lastHeard = Date.now()
  if (!isMissed) return
  isMissed = false
  returns.notify()
}

/** When the server answered last, in milliseconds; at first, when the page was opened. */
export const heardAt = (): number => lastHeard

/** False while the server is known to be out of reach. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    onReach,
    () => !isAway(),
    () => true,
  )

/** Calls `again` whenever the connection returns. */
export function useReconnect(again: () => void): void {
  const call = useEffectEvent(again)
  useEffect(() => {
    const hear = () => call()
    const stop = returns.add(hear)
    window.addEventListener('online', hear)
    return () => {
      stop()
      window.removeEventListener('online', hear)
    }
  }, [])
}
