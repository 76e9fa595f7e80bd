import { Link } from '@tanstack/react-router'
import { buttonClass } from '../ui/button/button.tsx'
import { PublicScreen } from './public-screen.tsx'

/** The 404 page of every unknown path (docs/product/addresses.md#unknown-addresses). */
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
