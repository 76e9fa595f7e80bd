import { useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { toast as sonner, Toaster } from 'sonner'
import type { ToastRequest } from '../toast-request.ts'
// As a file: what sonner would write into the page as a style element is taken out by the build (vite.config.ts).
import 'sonner/dist/styles.css'
import { ToastCard } from '../toast-card.tsx'

/** Above the bottom bar of the screen, wherever that is: the style sheet knows (parts.css). */
const offset = { bottom: 'var(--toast-bottom)', right: 'var(--toast-side)', left: 'var(--toast-side)' }

/** How long a toast stays, in milliseconds; longer where there is something to press. */
const readingMs = 4_000
const actionMs = 10_000

type MountedProps = { onMounted: () => void }

/** Sonner drops what is shown before it listens, so its first toast waits for `onMounted`. */
function MountedToaster({ onMounted }: MountedProps) {
  useEffect(onMounted, [onMounted])
  return (
    // Each in full: of toasts that lie behind one another, too little is left to press.
    <Toaster
      expand
      position="bottom-right"
      offset={offset}
      mobileOffset={offset}
      gap={12}
      visibleToasts={3}
      // The keyboard reaches each toast, and sonner's own sheet takes its outline away.
      toastOptions={{ className: 'rounded-[14px] focus-visible:outline-2! outline-offset-2' }}
    />
  )
}

/** A root of its own beside the app's: toasts outlive routes and need nothing from them. */
function mount(): Promise<void> {
  const place = document.createElement('div')
  document.body.append(place)
  return new Promise((resolve) => createRoot(place).render(<MountedToaster onMounted={resolve} />))
}

let mounted: Promise<void> | undefined

/** Shows one toast, mounting the toaster first if this is the first. Called by `toast` only. */
export async function showToast({ action, duration, ...said }: ToastRequest): Promise<void> {
  mounted ??= mount()
  await mounted
  sonner.custom((id) => <ToastCard {...said} action={action} onDismiss={() => sonner.dismiss(id)} />, {
    duration: duration ?? (action ? actionMs : readingMs),
  })
}
