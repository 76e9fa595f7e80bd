import clsx from 'clsx'
import { useEffect, useEffectEvent, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { toast as sonner, Toaster } from 'sonner'
import { pageChanges } from '../../browser/page-changes.ts'
import { Button } from '../button/button.tsx'
import { Icon } from '../button/icon.tsx'
import { IconButton } from '../button/icon-button.tsx'
import 'sonner/dist/styles.css'

export type ToastOptions = {
  description?: string
  /** How long it stays, in milliseconds. */
  duration?: number
  /**
   * It stays when the page changes, since it reports something that leads to another page. Others go with their page.
   */
  isParting?: boolean
  /** An action, such as Undo. Pressing it dismisses the toast. */
  action?: { label: string; onPress: () => void }
  /**
   * What happens unless the action is pressed: after this many seconds, which are shown beside it and stop while
   * somebody points at the toast or has the focus in it, or as soon as it is dismissed.
   */
  countdown?: { seconds: number; onOver: () => void }
}

type ToastTone = 'success' | 'error'

export type ToastRequest = ToastOptions & { tone: ToastTone; title: string }

type ToastCardProps = Omit<ToastRequest, 'duration' | 'isParting'> & { onDismiss: () => void }

/**
 * The look of a toast, pressable over a modal dialog too. Errors interrupt a screen reader, successes wait for it to
 * finish.
 */
export function ToastCard({ tone, title, description, action, countdown, onDismiss }: ToastCardProps) {
  const bad = tone === 'error'
  function dismiss() {
    onDismiss()
    countdown?.onOver()
  }
  const { left, holding } = useCountdown(countdown?.seconds, dismiss)
  function act() {
    onDismiss()
    action?.onPress()
  }
  return (
    <div
      {...holding}
      className={clsx(
        'surface-lift pointer-events-auto flex w-(--toast-width) gap-3 rounded-[14px] py-3.5 ps-4 pe-2 font-text text-ink',
        action ? 'items-center' : 'items-start',
      )}
    >
      <span
        className={clsx(
          'grid size-6 shrink-0 place-items-center rounded-full',
          bad ? 'bg-danger-soft text-danger' : 'bg-money-soft text-money',
        )}
      >
        <Icon name={bad ? 'alert' : 'check'} size={16} />
      </span>
      <div
        role={bad ? 'alert' : 'status'}
        className={clsx('min-w-0 flex-1 text-small', !description && 'self-center')}
      >
        <p className="font-semibold">{title}</p>
        {description && <p className="text-ink-2">{description}</p>}
      </div>
      {action && (
        <Button size="sm" className="-my-1.5 -me-3 shrink-0" onClick={act}>
          {action.label}
          {left !== undefined && (
            <span aria-hidden="true" className="num min-w-4 text-ink-3">
              {left}
            </span>
          )}
        </Button>
      )}
      <IconButton icon="close" label="Dismiss" className="-my-2" onClick={dismiss} />
    </div>
  )
}

/** The seconds that are left, and the handlers that stop the countdown while somebody is about to press the action. */
function useCountdown(seconds: number | undefined, onOver: () => void) {
  const [left, setLeft] = useState(seconds)
  const [isPointedAt, setPointedAt] = useState(false)
  const [hasFocus, setFocus] = useState(false)
  const isPaused = isPointedAt || hasFocus
  const end = useEffectEvent(onOver)
  useEffect(() => {
    if (left === undefined || isPaused) return
    const timer = setTimeout(() => (left > 1 ? setLeft(left - 1) : end()), 1_000)
    return () => clearTimeout(timer)
  }, [left, isPaused])
  return {
    left,
    holding: {
      onPointerEnter: () => setPointedAt(true),
      onPointerLeave: () => setPointedAt(false),
      onFocus: () => setFocus(true),
      onBlur: () => setFocus(false),
    },
  }
}

// Imported as a file: the build removes the style element that sonner would write into the page (vite.config.ts).

/** Above the screen's bottom bar; the style sheet knows its height (parts.css). */
const offset = { bottom: 'var(--toast-bottom)', right: 'var(--toast-right)', left: 'var(--toast-side)' }

/** How long a toast stays, in milliseconds; longer where there is something to press. */
const readingMs = 4_000
const actionMs = 10_000

type MountedProps = { onMounted: () => void }

/** Sonner drops what is shown before it listens, so its first toast waits for `onMounted`. */
function MountedToaster({ onMounted }: MountedProps) {
  useEffect(onMounted, [onMounted])
  return (
    // Each in full: of toasts stacked behind one another, too little is left to press.
    <Toaster
      expand
      position="bottom-right"
      offset={offset}
      mobileOffset={offset}
      gap={12}
      visibleToasts={3}
      // The keyboard reaches each toast, and sonner's own style sheet removes its outline.
      toastOptions={{ className: 'rounded-[14px] focus-visible:outline-2! outline-offset-2' }}
    />
  )
}

/** A root of its own beside the app's: toasts need nothing from the pages, and some outlive them. */
function mount(): Promise<void> {
  const root = document.createElement('div')
  document.body.append(root)
  return new Promise((resolve) => createRoot(root).render(<MountedToaster onMounted={resolve} />))
}

let mounted: Promise<void> | undefined

/** The toasts that are dismissed with the page. */
const ofPage = new Set<string | number>()

pageChanges.add(() => {
  for (const id of ofPage) sonner.dismiss(id)
  ofPage.clear()
})

/** Shows one toast, and mounts the toaster before the first. Called by `toast` only. Returns what takes it away. */
export async function showToast({ action, duration, isParting, ...said }: ToastRequest): Promise<() => void> {
  mounted ??= mount()
  await mounted
  const shown = sonner.custom(
    (id) => <ToastCard {...said} action={action} onDismiss={() => sonner.dismiss(id)} />,
    {
      duration: said.countdown ? Number.POSITIVE_INFINITY : (duration ?? (action ? actionMs : readingMs)),
    },
  )
  if (!isParting) ofPage.add(shown)
  return () => void sonner.dismiss(shown)
}
