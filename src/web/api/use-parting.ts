import { useEffect, useEffectEvent } from 'react'
import type { Extras } from './client.ts'

/** Has what still waits sent, by requests that outlive the page, when the page is left or closed. */
export function useParting(sendAll: (extras: Extras) => void): void {
  const send = useEffectEvent(sendAll)
  useEffect(() => {
    const close = () => send({ isParting: true })
    window.addEventListener('pagehide', close)
    return () => {
      window.removeEventListener('pagehide', close)
      send({ keepalive: true })
    }
  }, [])
}
