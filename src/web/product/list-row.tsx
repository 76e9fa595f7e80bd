import { CardOrigin } from './card-origin.tsx'
import {
  CardPicture,
  type CardProps,
  CardTitle,
  clicksText,
  LikeButton,
  ShareButton,
  ViewButton,
} from './cards/card-parts.tsx'
import { ProductPrice } from './look/price.tsx'

/** 'List View', compact: the same parts in one row. */
export function ListRow({ product, showAuthor, level, eager, from }: CardProps) {
  return (
    <article className="flex items-start gap-3 p-3">
      <CardPicture product={product} eager={eager} from={from} shape="thumb92" />
      <div className="stack min-w-0 flex-1 gap-0.5">
        <CardTitle
          product={product}
          level={level}
          className="line-clamp-2 text-small font-semibold text-balance"
        />
        <CardOrigin product={product} showAuthor={showAuthor}>
          {product.clicks_count > 0 && <span className="num"> · {clicksText(product.clicks_count)}</span>}
        </CardOrigin>
        <div className="mt-1 -mb-1 flex items-center justify-between gap-2 flex-wrap">
          <ProductPrice product={product} missingClass="min-w-16 flex-1 text-caption!" />
          <span className="ms-auto flex shrink-0 items-center">
            <LikeButton product={product} />
            <ShareButton product={product} />
            <ViewButton product={product} from={from} className="ms-1" />
          </span>
        </div>
      </div>
    </article>
  )
}
