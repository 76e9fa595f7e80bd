import { useLocation } from '@tanstack/react-router'
import clsx from 'clsx'
import { type MouseEvent, type ReactNode, type RefObject, useState } from 'react'
import { associateSentence } from '../../shared/amazon/associate.ts'
import { displayTitle } from '../../shared/product.ts'
import { useApi } from '../api/use-api.ts'
import { ModerationForAdmins } from '../app/account.tsx'
import { PublicScreen } from '../app/public-screen.tsx'
import { productPageClass } from '../look/page-class.ts'
import { ProductPrice } from '../look/price.tsx'
import { ReportButton } from '../report/report-button.tsx'
import { useSession } from '../session/session.ts'
import { ButtonAnchor, type ButtonVariant } from '../ui/button/button.tsx'
import { Icon } from '../ui/button/icon.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { LeadingOn } from './doorway/parts.tsx'
import type { ProductData, ProductPageData } from './product-data.ts'
import { ProductPicture } from './product-picture.tsx'
import { ProductStory } from './product-story.tsx'
import { ProductTitle } from './product-title.tsx'
import { isRecorded, recordClick, useRecordedView } from './record-click.ts'

const OwnerPanel = lazyPart(async () => ({ default: (await import('./owner-panel.tsx')).OwnerPanel }), {
  // As high as the panel; the panel brings its own boxes, since visitors never need them.
  waiting: () => <div className="h-132" />,
})
const CreatedNotice = lazyPart(
  async () => ({ default: (await import('./created-notice.tsx')).CreatedNotice }),
  {
    isQuiet: true,
  },
)

/**
 * A product's own page (docs/product/product-page.md#the-product-page). The server's HTML is for visitors, the same for
 * everyone; the owner's parts are added once the browser knows who is looking.
 */
export function ProductPage({ product, doorway }: ProductPageData) {
  const view = useRecordedView(product)
  const session = useSession()
  const justCreated = useLocation({ select: (location) => location.state.fromCreation === true })
  const ownerId = session.status === 'signed_in' && session.userId === product.user_id ? session.userId : null
  const [fresh, setFresh] = useState<ProductData | null>(null)
  const shown = ownerId && fresh?.id === product.id ? fresh : product
  return (
    <PublicScreen actionBar={!ownerId} current={ownerId ? '/my-folio' : undefined}>
      <noscript>
        <img
          src={`/api/v1/products/${product.id}/view.gif${product.list_link ? `?list_link=${product.list_link}` : ''}`}
          alt=""
          className="absolute"
        />
      </noscript>
      <article data-owner={ownerId ? '' : undefined} className={productPageClass}>
        <ProductPicture product={shown} />
        <div className={clsx('stack min-w-0 gap-6 pt-5 sm:pt-0', ownerId && 'sm:[grid-area:facts]')}>
          {/* The server knows nothing of it when the page is loaded again. */}
          {ownerId && justCreated && <CreatedNotice key={product.id} />}
          <Facts product={shown} />
          {/* Above the owner's panel, whose height varies: where it is on everyone's page. */}
          <Shop product={shown} view={view} isOwner={ownerId !== null} />
          <Elsewhere links={shown.elsewhere} />
          {ownerId && <OwnerPanel product={product} ownerId={ownerId} onLoaded={setFresh} />}
          {!ownerId && <ProductStory product={shown} doorway={doorway} />}
        </div>
        {ownerId && (
          <div className="min-w-0 pt-6 sm:pt-0 sm:[grid-area:story]">
            <ProductStory product={shown} doorway={doorway} />
          </div>
        )}
      </article>
      {doorway && <LeadingOn doorway={doorway} />}
      {!ownerId && (
        <div className="mx-auto stack max-w-264 gap-6 pt-6">
          <ReportButton thing={{ product_id: product.id }} />
          <ModerationForAdmins product={product} />
        </div>
      )}
      {!ownerId && (
        <ActionBar note={associateSentence}>
          <ShopLink product={shown} view={view} variant="primary" />
        </ActionBar>
      )}
    </PublicScreen>
  )
}

type ProductPageProps = { product: ProductData }

const priceCaution = 'The price may have changed since.'

function Facts({ product }: ProductPageProps) {
  return (
    <div className="stack gap-3">
      <ProductTitle>{displayTitle(product)}</ProductTitle>
      <p className="flex">
        <ProductPrice product={product} dated where="on Amazon" className="text-heading" />
      </p>
    </div>
  )
}

type ShopProps = ProductPageProps & { view: RecordedView; isOwner: boolean }

/** In the column. Where the fixed bar at the bottom has a visitor's button, only the notice is here. */
function Shop({ product, view, isOwner }: ShopProps) {
  const caution = product.price_usd === null ? null : priceCaution
  return (
    <>
      <div className={isOwner ? undefined : 'hidden shop-in-column:block'}>
        <div className="stack gap-3">
          <ShopLink product={product} view={view} variant={isOwner ? 'quiet' : 'primary'} />
          <p className="text-caption text-ink-3">
            {associateSentence} {caution}
          </p>
        </div>
      </div>
      {!isOwner && caution && (
        <p className="-mt-5 text-caption text-ink-3 shop-in-column:hidden">{caution}</p>
      )}
    </>
  )
}

/** Searches in other shops, folded: presses are not recorded (docs/product/product-page.md#other-marketplaces). */
const Elsewhere = ({ links }: { links: ProductData['elsewhere'] }) =>
  links[0] && (
    <details className="-my-3 text-small">
      <summary className="w-fit py-3 font-semibold">Search other Amazon sites</summary>
      <ul>
        {links.map(({ host, url }) => (
          <li key={host}>
            <a
              href={url}
              target="_blank"
              rel="sponsored nofollow noopener"
              className="link inline-block py-3"
            >
              {host}
              <span className="sr-only"> (paid link)</span>
            </a>
          </li>
        ))}
      </ul>
    </details>
  )

/** Holds the event id of the page's own view, once it has been recorded. */
type RecordedView = RefObject<string | null>

type ShopLinkProps = { product: ProductData; view: RecordedView; variant: ButtonVariant }

/**
 * 'Shop on Amazon': a plain link without any delay; the press is recorded at the same time
 * (docs/product/product-page.md#shop-on-amazon).
 */
function ShopLink({ product, view, variant }: ShopLinkProps) {
  const api = useApi()
  function record(event: MouseEvent) {
    if (!isRecorded(event)) void recordClick(api, product, { kind: 'outbound', view_event_id: view.current })
  }
  const recordMiddle = (event: MouseEvent) => event.button === 1 && record(event)
  return (
    <ButtonAnchor
      href={product.shop_url}
      target="_blank"
      rel="sponsored nofollow noopener"
      variant={variant}
      size="lg"
      block
      onClick={record}
      onAuxClick={recordMiddle}
    >
      <Icon name="bag" />
      <span>
        Shop on Amazon<span className="sr-only"> (paid link)</span>
      </span>
      <Icon name="external" size={16} />
    </ButtonAnchor>
  )
}

type ActionBarProps = { children: ReactNode; note?: string }

/** A visitor's fixed bar with the page's main button, and a small line right under it (`shop-in-column`). */
function ActionBar({ children, note }: ActionBarProps) {
  return (
    <div
      data-bottom-bar="action"
      className="fixed inset-x-0 bottom-0 z-30 grid gap-2 border-t bg-card px-gutter pt-3 pb-[calc(1rem+env(safe-area-inset-bottom))] shop-in-column:hidden"
    >
      {children}
      {note && <p className="text-center text-caption text-ink-3">{note}</p>}
    </div>
  )
}
