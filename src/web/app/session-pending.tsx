import { Spinner } from '../ui/spinner.tsx'

/** While it is not known yet who is signed in (spec section 2: a spinner while the session loads). */
export function SessionPending() {
  return (
    <main id="main" className="grid min-h-dvh place-items-center">
      <Spinner label="Loading" />
    </main>
  )
}
