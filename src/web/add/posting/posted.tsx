import { ProductImage } from '../../product/look/image.tsx'
import { copyProductLink } from '../../product/product-link.ts'
import { LinkBox } from '../../share/link-box.tsx'
import { Icon } from '../../ui/button/icon.tsx'
import { Button } from '../../ui/button.tsx'
import type { Product } from '../add-flow.ts'
import { postedText } from '../posted-text.ts'
import { StepHeading } from '../step-heading.tsx'

type SuccessStepProps = {
  product: Product
  onGoToItem: () => void
  onGoHome: () => void
  onEdit: () => void
  onShare: () => void
}

/** The last step: the item is posted, and where to go from here. */
export function SuccessStep({ product, onGoToItem, onGoHome, onEdit, onShare }: SuccessStepProps) {
  return (
    <div className="stack justify-items-center gap-5 text-center">
      <PostedPicture product={product} />
      <div className="stack gap-1 pt-1">
        <StepHeading>Item Added!</StepHeading>
        <p className="text-ink-2">{postedText(product)}</p>
      </div>
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

type PostedPictureProps = { product: Product }

function PostedPicture({ product }: PostedPictureProps) {
  return (
    <div className="relative w-42">
      <ProductImage
        src={product.image_url}
        source={product.image_source === 'amazon' ? 'amazon' : 'own'}
        eager
        className="rounded-[20px]"
      />
      <span className="absolute -end-3 -bottom-3 grid size-11 place-items-center rounded-full bg-money text-card ring-4 ring-card">
        <Icon name="check" size={24} />
      </span>
    </div>
  )
}
