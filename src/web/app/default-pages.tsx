import { type ErrorComponentProps, lazyRouteComponent } from '@tanstack/react-router'
import { useHydrated } from '../boot/hydration.ts'
import { offlineMessage, useOnline } from '../browser/connection.ts'
import { PublicShell } from '../shell/public-shell.tsx'
import { buttonClass } from '../ui/button/button.tsx'
import { Spinner } from '../ui/feedback/loading.tsx'
import { AccountInBar } from './account.tsx'
import type * as Skeletons from './skeletons.tsx'
import { useRetry } from './use-retry.ts'

/** The app's frame and the skeletons of its screens. No page loads them at first: load-ahead.ts does. */
let skeletons: typeof Skeletons | undefined

/** Loads them, so that they can be shown at once. Rejects when their script could not be loaded. */
export const loadSkeletons = async (): Promise<void> => {
  skeletons = await import('./skeletons.tsx')
}

/**
 * Shown while a page, or who is signed in, is not known yet: the next screen's skeleton in the app's frame, or a
 * spinner before those are loaded (docs/product/shell.md#loading).
 */
export function PagePending() {
  useHydrated()
  const ScreenSkeletons = skeletons?.ScreenSkeletons
  const spinner = (
    <main id="main" className="grid min-h-dvh place-items-center">
      <Spinner label="Loading" />
    </main>
  )
  return ScreenSkeletons ? <ScreenSkeletons unknown={spinner} /> : spinner
}

/** The 404 page of every unknown path (docs/product/addresses.md#unknown-addresses). */
export const NotFoundPage = lazyRouteComponent(() => import('./not-found-page.tsx'), 'NotFoundPage')

/**
 * Shown when a page failed: 'Something went wrong' with Retry (docs/product/shell.md#failures). It retries by itself
 * when the connection returns. Inside the app's frame if that is loaded; a visitor who lost the connection earlier gets
 * the same words without it.
 */
export function PageError({ error, reset }: ErrorComponentProps) {
  const isOnline = useOnline()
  const { retry, isAgain } = useRetry(reset)
  const message = isOnline ? 'This page could not be loaded.' : offlineMessage
  // A script that failed again although there is a connection needs a new page.
  const isGone = isOnline && isAgain && error instanceof TypeError
  const Failed = skeletons?.ScreenFailed
  if (Failed) return <Failed message={message} isGone={isGone} onRetry={retry} />
  // Without the app's navigation, which comes late: what the server drew may still be hydrated.
  return (
    <PublicShell account={<AccountInBar />}>
      <div
        role="alert"
        className="grid min-h-[60dvh] place-content-center justify-items-center gap-3 text-center"
      >
        <h1 className="t-heading">Something went wrong</h1>
        <p className="text-small text-ink-2">{message}</p>
        <button type="button" onClick={retry} className={buttonClass()}>
          Retry
        </button>
      </div>
    </PublicShell>
  )
}
