import { Spinner } from '../ui/feedback/loading.tsx'

/** While a page, or who is signed in, is not known yet (spec section 2: a spinner while the session loads). */
export function PagePending() {
  return (
    <main id="main" className="grid min-h-dvh place-items-center">
      <Spinner label="Loading" />
    </main>
  )
}
