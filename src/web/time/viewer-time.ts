import { useSyncExternalStore } from 'react'
import { minuteMs } from '../../shared/time.ts'
import { createListeners } from '../browser/store.ts'

/** The viewer's time and time zone. Unknown (null) on the server, whose HTML is the same for everyone. */
export type ViewerTime = { now: Date; timeZone: string; hour12: boolean } | null

let known: { minute: number; time: ViewerTime } | undefined
const listeners = createListeners()
let timer: ReturnType<typeof setInterval> | undefined

/** The viewer's time, to the minute. Null during hydration, so that both sides render the same. */
export const useViewerTime = (): ViewerTime => useSyncExternalStore(subscribe, current, () => null)

function current(): ViewerTime {
  const minute = Math.floor(Date.now() / minuteMs)
  if (known?.minute !== minute) {
    const { timeZone, hour12 = false } = new Intl.DateTimeFormat(undefined, {
      hour: 'numeric',
    }).resolvedOptions()
    known = { minute, time: { now: new Date(), timeZone, hour12 } }
  }
  return known.time
}

// One timer for all prices and ages of a page.
function subscribe(listener: () => void): () => void {
  const remove = listeners.add(listener)
  timer ??= setInterval(listeners.notify, minuteMs)
  return () => {
    remove()
    if (listeners.count() > 0) return
    clearInterval(timer)
    timer = undefined
  }
}
