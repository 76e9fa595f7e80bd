import { useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { shownToOthers } from '../../../shared/amazon/shown-to-others.ts'
import { ProductImage } from '../../look/image.tsx'
import { LinkBox } from '../../share/link-box.tsx'
import { copyProductLink } from '../../share/product-link.ts'
import { useStoryDialog } from '../../share/story/use-story-dialog.tsx'
import { useShareSheet } from '../../share/use-share-sheet.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Icon } from '../../ui/button/icon.tsx'
import { lazyDialog } from '../../ui/lazy-part.tsx'
import type { Product } from '../add-flow.ts'
import { StepHeading } from '../step-heading.tsx'
import { publishedText } from './publish-item.ts'
import { PublishedVisibility } from './visibility.tsx'

const EditItemDialog = lazyDialog(async () => ({
  default: (await import('../../item/edit/edit-item-dialog.tsx')).EditItemDialog,
}))

type PublishedProps = { product: Product; onClose: () => void }

/** The published item with later edits, and the actions of its buttons. */
export function Published({ product: published, onClose }: PublishedProps) {
  const navigate = useNavigate()
  const from = useLocation({ select: ({ pathname }) => pathname })
  const [product, setProduct] = useState(published)
  const shortLinkId = product.short_link_id
  const share = useShareSheet(product)
  const story = useStoryDialog(shortLinkId)
  const [isEditing, setEditing] = useState(false)

  function goToItem() {
    onClose()
    void navigate({ to: '/l/$ref', params: { ref: shortLinkId }, state: { fromCreation: true, from } })
  }

  function goHome() {
    onClose()
    void navigate({ to: '/my-folio' })
  }

  return (
    <>
      <SuccessStep
        product={product}
        onGoToItem={goToItem}
        onGoHome={goHome}
        onEdit={() => setEditing(true)}
        onShare={share.open}
        onStory={story.open}
      />
      {share.sheet}
      {story.dialog}
      {isEditing && (
        <EditItemDialog productId={product.id} onClose={() => setEditing(false)} onSaved={setProduct} />
      )}
    </>
  )
}

type SuccessStepProps = {
  product: Product
  onGoToItem: () => void
  onGoHome: () => void
  onEdit: () => void
  onShare: () => void
  onStory: () => void
}

/** The last step: the item is published, and where to go next. */
function SuccessStep({ product, onGoToItem, onGoHome, onEdit, onShare, onStory }: SuccessStepProps) {
  return (
    <div className="stack justify-items-center gap-5 text-center">
      <PublishedPicture product={product} />
      <div className="stack gap-1 pt-1">
        <StepHeading>Item Added!</StepHeading>
        <p className="text-ink-2">{publishedText(product)}</p>
      </div>
      <PublishedVisibility product={product} />
      <LinkBox shortLinkId={product.short_link_id} />
      <div className="stack w-full gap-2">
        <Button variant="primary" size="lg" block onClick={onGoToItem}>
          Go to Item
        </Button>
        <div className="flex gap-2">
          <Button className="flex-1" onClick={() => void copyProductLink(product.short_link_id)}>
            Copy Link
          </Button>
          <Button aria-label="More ways to share" onClick={onShare}>
            <Icon name="share" />
          </Button>
        </div>
        <Button block onClick={onStory}>
          Story card
        </Button>
        <div className="grid grid-cols-2 gap-2">
          <Button variant="ghost" onClick={onEdit}>
            Edit Item
          </Button>
          <Button variant="ghost" onClick={onGoHome}>
            Go Home
          </Button>
        </div>
      </div>
    </div>
  )
}

type PublishedPictureProps = { product: Product }

/** The item as others see it: with 'Public' beside it a sample's picture would be taken for what they see. */
function PublishedPicture({ product }: PublishedPictureProps) {
  const { image_url, image_source } = shownToOthers(product)
  return (
    <div className="relative w-42">
      <ProductImage
        src={image_url}
        category={product.categories?.slug}
        source={image_source === 'amazon' ? 'amazon' : 'own'}
        eager
        className="rounded-[20px]"
      />
      <span className="absolute -end-3 -bottom-3 grid size-11 place-items-center rounded-full bg-money text-card ring-4 ring-card">
        <Icon name="check" size={24} />
      </span>
    </div>
  )
}
