import { createRoot } from 'react-dom/client'
import { minuteMs } from '../../shared/time.ts'
import { heardAt, useOnline } from '../browser/connection.ts'
import { useStore } from '../browser/store.ts'
import { ageText } from '../format/age-text.ts'
import { useViewerTime } from '../format/viewer-time.ts'
import { shownFrom } from '../offline/shown.ts'
import { Icon } from '../ui/button/icon.tsx'

/**
 * Shown as long as there is no connection, with the age of what the page shows; it takes no space in the page and no
 * presses (styles/floating.css).
 */
export function ConnectionNotice() {
  const isOnline = useOnline()
  const from = useStore(shownFrom, null)
  return (
    <div role="status" data-connection="" className="pointer-events-none z-60 flex justify-center">
      {(!isOnline || from !== null) && (
        <p className="flex min-h-9 animate-fade-in items-center gap-2 rounded-full bg-ink px-4 text-small font-semibold text-on-ink shadow-lift">
          <Icon name="alert" size={16} />
          <Offline from={from ?? heardAt()} />
        </p>
      )}
    </div>
  )
}

/** With the age of what is shown, once that is a minute. */
function Offline({ from }: { from: number }) {
  const time = useViewerTime()
  if (!time || time.now.getTime() - from < minuteMs) return 'You’re offline'
  return `Offline. From ${ageText(new Date(from).toISOString(), time)}.`
}

/** Mounts the notice beside the app, in a root of its own, since it outlives every page. */
export function showConnection(): void {
  const root = document.createElement('div')
  document.body.append(root)
  createRoot(root).render(<ConnectionNotice />)
}
