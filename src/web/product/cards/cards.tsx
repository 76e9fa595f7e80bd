import { Link } from '@tanstack/react-router'
import clsx from 'clsx'
import { shortAgeText } from '../../format/age-text.ts'
import { useViewerTime } from '../../format/viewer-time.ts'
import { ProductPrice } from '../../look/price.tsx'
import { Quote } from '../../look/words.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import type { ProductCardData } from '../product-data.ts'
import {
  CardOrigin,
  CardPicture,
  CardPrice,
  type CardProps,
  CardTitle,
  ClickBadge,
  clicksText,
  isOnWhite,
  LikeButton,
  ShareButton,
  useProductLink,
  ViewButton,
} from './card-parts.tsx'

/** 'Grid View': the picture first, with room for two lines of title. */
export function GridCard({ product, showAuthor, level, eager, from }: CardProps) {
  const link = useProductLink(product, from)
  return (
    <article className="surface card-target h-full overflow-hidden">
      <div className="relative">
        <CardPicture
          product={product}
          eager={eager}
          link={link}
          className={isOnWhite(product) ? 'border-b' : undefined}
        />
        <ClickBadge product={product} />
        <LikeButton product={product} look="glass" className="absolute end-2 top-2 z-1" />
      </div>
      <div className="stack gap-1 p-3">
        <CardTitle
          product={product}
          level={level}
          link={link}
          className="line-clamp-2 min-h-10 text-small font-semibold text-pretty"
        />
        <div className="flex min-h-7 items-center justify-between gap-2">
          <CardOrigin product={product} showAuthor={showAuthor} />
          <ShareButton product={product} iconSize={18} className="-mx-3 -my-2 text-ink-3" />
        </div>
        <div className="mt-1 flex flex-wrap items-center gap-2 max-[359px]:text-small">
          <CardPrice product={product} link={link} />
          <ViewButton product={product} link={link} className="ms-auto max-[359px]:grow" />
        </div>
      </div>
    </article>
  )
}

/** 'List View', compact: the same parts in one row. */
export function ListRow({ product, showAuthor, level, eager, from }: CardProps) {
  const link = useProductLink(product, from)
  return (
    <article className="card-target card-row flex h-full items-start gap-3 p-3">
      <CardPicture product={product} eager={eager} link={link} shape="thumb92" />
      <div className="stack min-w-0 flex-1 gap-1">
        <CardTitle
          product={product}
          level={level}
          link={link}
          className="line-clamp-2 text-small font-semibold text-balance"
        />
        <CardOrigin product={product} showAuthor={showAuthor}>
          {product.clicks_count > 0 && (
            <span className="num">{`\u00a0· ${clicksText(product.clicks_count)}`}</span>
          )}
        </CardOrigin>
        <div className="mt-1 -mb-1 flex items-center gap-2 flex-wrap">
          <CardPrice product={product} link={link} />
          <span className="ms-auto flex shrink-0 items-center">
            <LikeButton product={product} className="relative z-1" />
            <ShareButton product={product} />
            <ViewButton product={product} link={link} className="ms-1" />
          </span>
        </div>
      </div>
    </article>
  )
}

/** Picture left and words right from 640 px; the picture does not grow for ever. */
export const fullCardClass =
  'surface grid grid-cols-1 overflow-hidden sm:grid-cols-2 sm:grid-rows-[auto_1fr_auto] min-[90rem]:grid-cols-[26rem_minmax(0,1fr)]'

/** 'Full Card View': author first, then picture, title, the creator's words, price with its time, View. */
export function FullCard({ product, showAuthor, level, eager, from }: CardProps) {
  const link = useProductLink(product, from)
  return (
    <article className={clsx(fullCardClass, 'card-target')}>
      <div className="flex min-w-0 items-center gap-3 py-3 ps-4 pe-2 sm:col-start-2 sm:border-b">
        {showAuthor ? <Author product={product} /> : <CardOrigin product={product} showAuthor={false} />}
        <span className="ms-auto flex shrink-0">
          <LikeButton product={product} className="relative z-1" />
          <ShareButton product={product} />
        </span>
      </div>
      <div className="relative sm:col-start-1 sm:row-span-3 sm:row-start-1">
        <CardPicture
          product={product}
          eager={eager}
          link={link}
          shape="large"
          className={isOnWhite(product) ? 'max-sm:border-b sm:border-e' : undefined}
        />
        <ClickBadge product={product} />
      </div>
      <div className="stack max-w-140 min-w-0 gap-2 p-4 sm:content-center">
        <CardTitle product={product} level={level} link={link} className="t-heading line-clamp-3" />
        {product.user_comment && (
          <div className="line-clamp-6">
            <Quote size="card">{product.user_comment}</Quote>
          </div>
        )}
      </div>
      <div className="flex items-center justify-between gap-2 px-4 pb-4">
        <ProductPrice product={product} dated className="text-sub" missingClass="sr-only" />
        <ViewButton product={product} link={link} variant="quiet" className="ms-auto px-5" />
      </div>
    </article>
  )
}

type AuthorProps = { product: ProductCardData }

function Author({ product }: AuthorProps) {
  const viewer = useViewerTime()
  const { first_name: firstName, username, avatar_url: avatarUrl } = product.profiles
  return (
    <Link
      to="/$username"
      params={{ username }}
      className="group relative z-1 flex min-w-0 items-center gap-3 rounded-sm"
    >
      <Avatar name={firstName} src={avatarUrl} size={36} />
      <span className="min-w-0">
        <span className="block truncate text-small font-semibold group-hover:underline">
          Shared by <bdi>{firstName}</bdi>
        </span>
        <span className="block truncate text-caption text-ink-3">
          @{username} · <time dateTime={product.created_at}>{shortAgeText(product.created_at, viewer)}</time>
        </span>
      </span>
    </Link>
  )
}
