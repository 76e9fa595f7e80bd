import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { useTakenOver } from '../browser/taken-over.ts'
import { buttonClass } from '../ui/button/button.tsx'
import { ErrorState } from '../ui/feedback/empty-or-failed.tsx'
import { Spinner } from '../ui/feedback/loading.tsx'
import { PublicScreen } from './public-screen.tsx'

/** While a page, or who is signed in, is not known yet (docs/product/shell.md#loading). */
export function PagePending() {
  useTakenOver()
  return (
    <main id="main" className="grid min-h-dvh place-items-center">
      <Spinner label="Loading" />
    </main>
  )
}

/** 404 of every unknown path (docs/product/addresses.md#unknown-addresses). */
export function NotFoundPage() {
  return (
    <PublicScreen>
      <div className="grid min-h-[72dvh] place-content-center justify-items-center gap-4 text-center">
        <img
          src="/art/vase.svg"
          alt=""
          width={184}
          height={230}
          className="aspect-4/5 w-46 rounded-t-full rounded-b-lg object-cover"
        />
        <p className="mt-2 text-small text-ink-3 tabular-nums">404</p>
        <h1 className="t-title">Oops! Page not found</h1>
        <p className="max-w-[30ch] text-ink-2">The link may be old, or the product was taken down.</p>
        <Link to="/feed" className={buttonClass({ variant: 'ink' })}>
          Return to Home
        </Link>
      </div>
    </PublicScreen>
  )
}

/**
 * A page that could not be shown: 'Something went wrong' with a way to try again (docs/product/shell.md#failures).
 */
export function PageError({ reset }: ErrorComponentProps) {
  const router = useRouter()
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return (
    <PublicScreen>
      <div className="grid min-h-[60dvh] place-content-center">
        <ErrorState level={1} message="This page could not be loaded." onRetry={retry} />
      </div>
    </PublicScreen>
  )
}
