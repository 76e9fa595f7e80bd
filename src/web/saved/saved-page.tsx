import { associateSentence } from '../../shared/amazon/associate.ts'
import { PublicScreen } from '../app/public-screen.tsx'
import { isHydrated } from '../boot/hydration.ts'
import { counted } from '../format/count-text.ts'
import { ListingSkeleton } from '../product/cards/product-listing.tsx'
import { useProductView, ViewSwitch } from '../product/cards/product-view.tsx'
import { useLiked } from '../product/liked.ts'
import { useSession } from '../session/session.ts'
import { ButtonLink } from '../ui/button/button.tsx'
import { EmptyState } from '../ui/feedback/empty-or-failed.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { KeepPanel } from './keep-panel.tsx'

const SavedThings = lazyPart(async () => ({ default: (await import('./saved-things.tsx')).SavedThings }), {
  waiting: ({ view }) => <ListingSkeleton view={view} />,
})

/**
 * What this browser's hearts like (docs/product/lists-screens.md#saved). The server's HTML has the page without them,
 * the same for everyone.
 */
export function SavedPage() {
  const ids = useLiked()
  const [view, chooseView] = useProductView()
  const session = useSession()
  const isKnown = session.status !== 'loading' || isHydrated()
  return (
    <PublicScreen keep="hearts" isWide>
      <div className="flex min-h-19 items-end justify-between gap-3 pt-5 pb-4 lg:pt-0">
        <div>
          <h1 className="t-display max-lg:t-title">Saved</h1>
          <p className="text-small text-ink-2">
            {ids.length > 0
              ? `${counted(ids.length, 'thing')}, in this browser only`
              : 'In this browser only'}
          </p>
        </div>
        <ViewSwitch value={view} onChange={chooseView} />
      </div>
      <noscript>
        <p className="pb-4 text-small text-ink-2">
          Your browser keeps your hearts, and shows them with scripts only.
        </p>
      </noscript>
      {isKnown && ids.length === 0 ? (
        <NothingSaved />
      ) : (
        <div className="stack gap-5">
          <KeepPanel ids={ids} />
          <SavedThings view={view} />
        </div>
      )}
      <p className="pt-6 text-caption text-ink-3">{associateSentence}</p>
    </PublicScreen>
  )
}

const NothingSaved = () => (
  <EmptyState
    title="Nothing saved yet"
    action={
      <ButtonLink to="/feed" variant="primary">
        Find something
      </ButtonLink>
    }
  >
    A heart on any card puts it here.
  </EmptyState>
)
