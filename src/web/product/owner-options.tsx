import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { partsForOwnerAlone, shownToOthers } from '../../shared/amazon/shown-to-others.ts'
import { displayTitle } from '../../shared/product.ts'
import { AttentionBanner } from '../item/attention-notices.tsx'
import { loadEditDraft } from '../item/edit/edit-flow.ts'
import { type ItemAct, ItemDialog } from '../item/item-dialog.tsx'
import { ItemMenu } from '../item/item-menu.tsx'
import { backTarget } from '../share/product-link.ts'
import { Button, ButtonLink } from '../ui/button/button.tsx'
import { leavePage } from '../ui/dialog/dialog-history.ts'
import { Banner } from '../ui/feedback/banner.tsx'
import { useAppName } from '../use-app-name.ts'
import type { ProductData } from './product-data.ts'

type OwnerOptionsProps = {
  product: ProductData
  owner: NonNullable<ProductData['owner']>
  ownerId: string
}

/** What the owner can do with a product: the menu on its picture, and links from what needs attention. */
export function OwnerOptions({ product, owner, ownerId }: OwnerOptionsProps) {
  const [act, setAct] = useState<ItemAct | null>(null)
  const leave = useLeave()
  const edit = () => setAct('edit')

  // Goes on with an edit that a reload of the tab or the end of the session interrupted.
  useEffect(() => {
    if (loadEditDraft(ownerId, product.id)) setAct('edit')
  }, [ownerId, product.id])

  return (
    <>
      {/* On the picture, at the page's top, across from the back button. */}
      <div className="absolute end-0 top-4 z-1 sm:end-[calc(var(--facts)+var(--facts-gap)+1rem)]">
        <ItemMenu label="Options" look="glass-lg" onEdit={edit} onDelete={() => setAct('delete')} />
      </div>
      {product.hidden && <HiddenNotice hidden={product.hidden} />}
      {owner.waits_for_proof && !product.hidden && <WaitsForProof />}
      {owner.attention && <AttentionBanner attention={owner.attention} />}
      {owner.needs_details && <NeedsDetails product={product} onEdit={edit} />}
      <ItemDialog
        act={act}
        productId={product.id}
        version={owner.version}
        onClose={() => setAct(null)}
        onDeleted={leave}
      />
    </>
  )
}

/** Leaves the page: one step back, to the scroll position there, if that is the page it was opened from. */
function useLeave() {
  const router = useRouter()
  return () => {
    const { from } = router.latestLocation.state
    const to = backTarget(from)
    if (from === to) leavePage()
    else void router.navigate({ to, replace: true })
  }
}

type NeedsDetailsProps = { product: ProductData; onEdit: () => void }

const list = new Intl.ListFormat('en-US')

/** What others see of the item as it is, and what is still wanted. */
function NeedsDetails({ product, onEdit }: NeedsDetailsProps) {
  const shown = shownToOthers(product)
  const parts = partsForOwnerAlone(product, { ...shown, tags: product.tags })
  return (
    <Banner tone="note">
      <strong className="font-semibold text-ink">Needs details</strong>
      <br />
      {parts.length > 0 && `Only you see the sample’s ${list.format(parts)}. `}
      {!product.title && 'It has no title yet. '}
      {!product.image_url && 'It has no picture yet. '}
      {!shown.title && `Others see “${displayTitle({ ...shown, asin: product.asin })}”. `}
      {product.owner?.asin_is_made_up && 'Its item number is made up, since its link could not be read.'}
      <span className="block pt-2">
        <Button size="sm" onClick={onEdit}>
          Edit details
        </Button>
      </span>
    </Banner>
  )
}

/** That everyone's feed has no place for it (docs/product/feed.md#the-list), and the way out. */
const WaitsForProof = () => (
  <Banner tone="note">
    <strong className="font-semibold text-ink">Not in Explore yet</strong>
    <br />
    Until your email address is proven, Explore shows three of your items a day. This one is on your profile,
    in search, and shown to your followers. To prove it, follow the link that we mail to you, and choose a new
    password.
    <span className="block pt-2">
      <ButtonLink to="/forgot" size="sm">
        Send me a link
      </ButtonLink>
    </span>
  </Banner>
)

type HiddenNoticeProps = { hidden: NonNullable<ProductData['hidden']> }

/** Shown to a product's owner when nobody else sees it, with the reason. */
export function HiddenNotice({ hidden }: HiddenNoticeProps) {
  const appName = useAppName()
  return (
    <Banner tone="note">
      <p className="font-semibold text-ink">Hidden by {appName}: only you see this</p>
      <p>
        Reason: <bdi>{hidden.reason}</bdi>
      </p>
    </Banner>
  )
}
