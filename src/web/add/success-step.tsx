import { shareFromCard } from '../product/product-link.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { ProductImage } from '../ui/product-image.tsx'
import type { Product } from './add-flow.ts'
import { postedText } from './posted-text.ts'
import { StepHeading } from './step-heading.tsx'

type SuccessStepProps = { product: Product; onGoToItem: () => void; onGoHome: () => void }

/** The last step: the item is posted, and where to go from here. */
export function SuccessStep({ product, onGoToItem, onGoHome }: SuccessStepProps) {
  return (
    <div className="stack justify-items-center gap-5 text-center">
      <PostedPicture product={product} />
      <div className="stack gap-1 pt-1">
        <StepHeading>Item Added!</StepHeading>
        <p className="text-ink-2">{postedText(product)}</p>
      </div>
      <p
        dir="ltr"
        className="flex min-h-13 w-full items-center rounded-md bg-sunken px-4 text-start text-small select-all"
      >
        <span className="num truncate">
          {window.location.host}/l/<b>{product.short_link_id}</b>
        </span>
      </p>
      <div className="stack w-full gap-2">
        <Button variant="primary" size="lg" block onClick={onGoToItem}>
          Go to Item
        </Button>
        <Button block onClick={() => void shareFromCard(product.short_link_id)}>
          Copy Link
        </Button>
        <Button variant="ghost" block onClick={onGoHome}>
          Go Home
        </Button>
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
