import { createContext, startTransition, useContext, useEffect, useState } from 'react'
import { minuteMs } from '../../shared/time.ts'
import { isHydrated } from '../boot/hydration.ts'
import { createListeners } from '../browser/store.ts'
import { type ViewerClock, viewerClock } from './viewer-zone.ts'

/** The viewer's time and time zone. Unknown (null) on the server, whose HTML is the same for everyone. */
export type ViewerTime = ({ now: Date } & ViewerClock) | null

let known: { minute: number; time: ViewerTime } | undefined
const listeners = createListeners()
let timer: ReturnType<typeof setInterval> | undefined
let isCalledSoon = false

/** True in parts whose HTML the server has written, and which are hydrated after the page. */
export const HydratedLater = createContext(false)

/**
 * The viewer's time, to the minute. Null during hydration, so that both sides render the same. All prices and ages of a
 * page change at once then, so they render in a transition, which gives way to presses.
 */
export function useViewerTime(): ViewerTime {
  const isLater = useContext(HydratedLater)
  const [time, setTime] = useState(() => (isHydrated() && !isLater ? current() : null))
  useEffect(() => subscribe(() => startTransition(() => setTime(current()))), [])
  return time
}

function current(): ViewerTime {
  const minute = Math.floor(Date.now() / minuteMs)
  if (known?.minute !== minute) known = { minute, time: { now: new Date(), ...viewerClock() } }
  return known.time
}

/**
 * One timer for all prices and ages of a page. A new listener is called soon, together with all others: in a task of
 * its own, since asking a browser for its first date takes a phone long.
 */
function subscribe(listener: () => void): () => void {
  const remove = listeners.add(listener)
  timer ??= setInterval(listeners.notify, minuteMs)
  if (!isCalledSoon)
    setTimeout(() => {
      isCalledSoon = false
      listeners.notify()
    })
  isCalledSoon = true
  return () => {
    remove()
    if (listeners.count() > 0) return
    clearInterval(timer)
    timer = undefined
  }
}
