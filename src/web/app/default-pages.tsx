import { type ErrorComponentProps, lazyRouteComponent } from '@tanstack/react-router'
import { offlineMessage, useOnline } from '../browser/connection.ts'
import { late } from '../browser/late.ts'
import { useTakenOver } from '../browser/taken-over.ts'
import { ErrorState } from '../ui/feedback/empty-or-failed.tsx'
import { Spinner } from '../ui/feedback/loading.tsx'
import { PublicScreen } from './public-screen.tsx'
import { useRetry } from './use-retry.ts'

/** The app's own frame, and the boxes of its screens. No page's first load has them: load-ahead.ts brings them. */
export const standIns = late(() => import('./stand-ins.tsx'))

/**
 * While a page, or who is signed in, is not known yet: the boxes of the screen to come, in the frame around it; before
 * these are there a spinner (docs/product/shell.md#loading).
 */
export function PagePending() {
  useTakenOver()
  const Boxes = standIns.useLoaded()?.ScreenBoxes
  const spinner = (
    <main id="main" className="grid min-h-dvh place-items-center">
      <Spinner label="Loading" />
    </main>
  )
  return Boxes ? <Boxes unknown={spinner} /> : spinner
}

/** 404 of every unknown path (docs/product/addresses.md#unknown-addresses). */
export const NotFoundPage = lazyRouteComponent(() => import('./not-found-page.tsx'), 'NotFoundPage')

/**
 * A page that could not be shown: 'Something went wrong' with a way to try again (docs/product/shell.md#failures). It
 * tries by itself when the connection has returned; a script that did not come again with a connection wants a new page.
 */
export function PageError({ error, reset }: ErrorComponentProps) {
  const isOnline = useOnline()
  const { retry, isAgain } = useRetry(reset)
  const Frame = standIns.useLoaded()?.ScreenFrame ?? PublicScreen
  const reloads = isOnline && isAgain && error instanceof TypeError
  return (
    <Frame>
      <div className="grid min-h-[60dvh] place-content-center">
        <ErrorState
          level={1}
          message={isOnline ? 'This page could not be loaded.' : offlineMessage}
          onRetry={reloads ? () => window.location.reload() : retry}
          {...(reloads && { retryLabel: 'Reload' })}
        />
      </div>
    </Frame>
  )
}
