import { type ErrorComponentProps, Link, type NotFoundRouteProps, useRouter } from '@tanstack/react-router'
import { type MouseEvent, useEffect } from 'react'
import { PublicScreen } from '../app/public-screen.tsx'
import { useRetry } from '../app/use-retry.ts'
import { useSession } from '../session/session.ts'
import { ButtonLink } from '../ui/button/button.tsx'
import { crossArt, EmptyState } from '../ui/feedback/empty-or-failed.tsx'
import { LeadingOn } from './doorway/parts.tsx'
import type { Missing } from './product-data.ts'

type ProductMissingProps = Missing & { children: string }

/** A product that was not found or could not be loaded (docs/product/product-page.md#missing). */
function ProductMissing({ creator, doorway, children }: ProductMissingProps) {
  const router = useRouter()

  /** Without a page to go back to, as after a shared link, the back link leads to the feed. */
  function goBack(event: MouseEvent) {
    if (!router.history.canGoBack()) return
    event.preventDefault()
    router.history.back()
  }
  return (
    <PublicScreen>
      <div className="grid min-h-[60dvh] place-content-center">
        <EmptyState
          bare
          art={crossArt}
          level={1}
          title="Product Preview Not Available"
          action={
            <div className="grid gap-2">
              {creator && (
                <ButtonLink to="/$username" params={{ username: creator.username }} variant="ink">
                  More from {creator.first_name}
                </ButtonLink>
              )}
              <ButtonLink to="/feed" onClick={goBack}>
                Go Back
              </ButtonLink>
              <Link to="/feed" className="py-3 text-center text-small">
                <span className="link">See what others share</span>
              </Link>
            </div>
          }
        >
          {children}
        </EmptyState>
      </div>
      {doorway && <LeadingOn doorway={doorway} />}
    </PublicScreen>
  )
}

/** The page of a product that does not exist, or no longer exists. */
export function ProductNotFound({ data }: Partial<NotFoundRouteProps>) {
  useLookAsMember()
  const { creator, doorway } = (data ?? {}) as Missing
  return (
    <ProductMissing creator={creator} doorway={creator && doorway}>
      {creator ? 'It has been removed.' : 'It may have been removed, or the link is not quite right.'}
    </ProductMissing>
  )
}

/**
 * The server renders every page for visitors, who do not get a hidden product; its owner does. So once the browser
 * knows who is signed in, the product is asked for again with their token.
 */
function useLookAsMember() {
  const router = useRouter()
  const isSignedIn = useSession().status === 'signed_in'
  const { pathname } = router.latestLocation
  useEffect(() => {
    if (!isSignedIn || asked.has(pathname)) return
    asked.add(pathname)
    void router.invalidate()
  }, [router, isSignedIn, pathname])
}

/** The pages that were asked for again, so that each is only once. */
const asked = new Set<string>()

/** The page of a product that could not be loaded just now (docs/product/product-page.md#missing). */
export function ProductFailed({ reset }: ErrorComponentProps) {
  useRetry(reset)
  return <ProductMissing>Failed to load product details.</ProductMissing>
}
