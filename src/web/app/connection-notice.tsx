import { createRoot } from 'react-dom/client'
import { useOnline } from '../browser/connection.ts'
import { Icon } from '../ui/button/icon.tsx'

/** Shown as long as there is no connection; it takes no space in the page and no presses (styles/floating.css). */
export function ConnectionNotice() {
  const isOnline = useOnline()
  return (
    <div role="status" data-connection="" className="pointer-events-none z-60 flex justify-center">
      {!isOnline && (
        <p className="flex min-h-9 animate-fade-in items-center gap-2 rounded-full bg-ink px-4 text-small font-semibold text-on-ink shadow-lift">
          <Icon name="alert" size={16} />
          You’re offline
        </p>
      )}
    </div>
  )
}

/** Mounts the notice beside the app, in a root of its own, since it outlives every page. */
export function showConnection(): void {
  const root = document.createElement('div')
  document.body.append(root)
  createRoot(root).render(<ConnectionNotice />)
}
