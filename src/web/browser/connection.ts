import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'

/** The message when the server cannot be reached at all. */
export const offlineMessage = 'You appear to be offline. Please check your connection.'

function subscribe(listener: () => void) {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** False where the browser knows that it has no connection. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )

/** Calls `again` whenever the connection returns. */
export function useReconnect(again: () => void): void {
  const call = useEffectEvent(again)
  useEffect(() => {
    const hear = () => call()
    window.addEventListener('online', hear)
    return () => window.removeEventListener('online', hear)
  }, [])
}
