import { Link } from '@tanstack/react-router'
import { shortAgeText } from '../../time/age-text.ts'
import { useViewerTime } from '../../time/viewer-time.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Quote } from '../../ui/quote.tsx'
import type { ProductCardData } from '../card-data.ts'
import { CardOrigin } from '../card-origin.tsx'
import { ProductPrice } from '../look/price.tsx'
import {
  CardPicture,
  type CardProps,
  CardTitle,
  ClickBadge,
  isOnWhite,
  LikeButton,
  ShareButton,
  ViewButton,
} from './card-parts.tsx'

/** 'Full Card View': author first, then picture, title, the creator's words, price with its time, View. */
export function FullCard({ product, showAuthor, level, eager, from }: CardProps) {
  return (
    <article className="surface grid grid-cols-1 overflow-hidden lg:grid-cols-2 lg:grid-rows-[auto_1fr_auto]">
      <div className="flex min-w-0 items-center gap-3 py-3 ps-4 pe-2 lg:col-start-2 lg:border-b">
        {showAuthor ? <Author product={product} /> : <CardOrigin product={product} showAuthor={false} />}
        <span className="ms-auto flex shrink-0">
          <LikeButton product={product} />
          <ShareButton product={product} />
        </span>
      </div>
      <div className="relative lg:col-start-1 lg:row-span-3 lg:row-start-1">
        <CardPicture
          product={product}
          eager={eager}
          from={from}
          className={isOnWhite(product) ? 'max-lg:border-b lg:border-e' : undefined}
        />
        <ClickBadge product={product} />
      </div>
      <div className="stack min-w-0 gap-2 p-4 lg:content-center">
        <CardTitle product={product} level={level} className="t-heading line-clamp-3" />
        {product.user_comment && (
          <div className="line-clamp-6">
            <Quote size="card">{product.user_comment}</Quote>
          </div>
        )}
      </div>
      <div className="flex items-center justify-between gap-2 px-4 pb-4">
        <ProductPrice product={product} dated className="text-sub" />
        <ViewButton product={product} from={from} variant="ink" className="px-5" />
      </div>
    </article>
  )
}

type AuthorProps = { product: ProductCardData }

function Author({ product }: AuthorProps) {
  const viewer = useViewerTime()
  const { first_name: firstName, username, avatar_url: avatarUrl } = product.profiles
  return (
    <Link to="/$username" params={{ username }} className="flex min-w-0 items-center gap-3 rounded-sm">
      <Avatar name={firstName} src={avatarUrl} size={36} />
      <span className="min-w-0">
        <span className="block truncate text-small font-semibold">
          Shared by <bdi>{firstName}</bdi>
        </span>
        <span className="block truncate text-caption text-ink-3">
          @{username} · <time dateTime={product.created_at}>{shortAgeText(product.created_at, viewer)}</time>
        </span>
      </span>
    </Link>
  )
}
