import { CardOrigin } from './card-origin.tsx'
import {
  CardPicture,
  type CardProps,
  CardTitle,
  ClickBadge,
  isOnWhite,
  LikeButton,
  ShareButton,
  ViewButton,
} from './cards/card-parts.tsx'
import { ProductPrice } from './look/price.tsx'

/** 'Grid View': the picture first, two lines of title always kept free. */
export function GridCard({ product, showAuthor, level, eager, from }: CardProps) {
  return (
    <article className="surface h-full overflow-hidden">
      <div className="relative">
        <CardPicture
          product={product}
          eager={eager}
          from={from}
          className={isOnWhite(product) ? 'border-b' : undefined}
        />
        <ClickBadge product={product} />
        <LikeButton product={product} look="glass" className="absolute end-2 top-2" />
      </div>
      <div className="stack gap-1 p-3">
        <CardTitle
          product={product}
          level={level}
          className="line-clamp-2 min-h-10 text-small font-semibold text-pretty"
        />
        <div className="flex min-h-7 items-center justify-between gap-2">
          <CardOrigin product={product} showAuthor={showAuthor} />
          <ShareButton product={product} iconSize={18} className="-mx-3 -my-2 text-ink-3" />
        </div>
        <div className="mt-1 flex flex-wrap items-center justify-between gap-2 max-[359px]:text-small">
          <ProductPrice product={product} missingClass="min-w-16 flex-1 text-caption!" />
          <ViewButton product={product} from={from} className="ms-auto max-[359px]:grow" />
        </div>
      </div>
    </article>
  )
}
