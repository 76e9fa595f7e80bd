import { Link, useLinkProps } from '@tanstack/react-router'
import clsx from 'clsx'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { displayTitle } from '../../../shared/product.ts'
import { ageText } from '../../format/age-text.ts'
import { counted, numberText } from '../../format/count-text.ts'
import { useViewerTime } from '../../format/viewer-time.ts'
import { ProductImage } from '../../look/image.tsx'
import { ProductPrice } from '../../look/price.tsx'
import { TitleText } from '../../look/words.tsx'
import { shareFromCard } from '../../share/system-share.ts'
import { useShareSheet } from '../../share/use-share-sheet.tsx'
import { ButtonAnchor } from '../../ui/button/button.tsx'
import { Icon } from '../../ui/button/icon.tsx'
import { IconButton } from '../../ui/button/icon-button.tsx'
import { useLike } from '../liked.ts'
import type { ProductCardData } from '../product-data.ts'

/** The props of every layout of a card. */
export type CardProps = {
  product: ProductCardData
  /** False where all products are of one person: the product's age replaces the author. */
  showAuthor: boolean
  /** The level of the card's heading. */
  level: 2 | 3
  /** In the first row: its picture loads at once; 'first': it is the largest in view. */
  eager: ComponentProps<typeof ProductImage>['eager']
  /** The address of the page around, which the product page goes back to. */
  from: string
}

type PartProps = { product: ProductCardData; className?: string }

type LinkedProps = PartProps & { link: ProductLink }

type PictureProps = LinkedProps &
  Pick<CardProps, 'eager'> &
  Pick<ComponentProps<typeof ProductImage>, 'shape' | 'className'>

/** Amazon's pictures have a white background, which needs a line where it meets the card. */
export const isOnWhite = (product: ProductCardData): boolean => product.image_source === 'amazon'

/** The attributes of a link to the product. A card has four such links and makes these once: lists feel each one. */
export const useProductLink = (product: ProductCardData, from: string) =>
  useLinkProps({
    to: '/l/$ref',
    params: { ref: product.short_link_id },
    state: { from },
    onClick: unlessSecond,
  })

type ProductLink = ReturnType<typeof useProductLink>

/**
 * Ignores the second click of a double click: it was meant for what was there before, such as a dialog over the list.
 */
function unlessSecond(event: MouseEvent) {
  if (event.detail > 1) event.preventDefault()
}

const forPointer = { tabIndex: -1, 'aria-hidden': true } as const

/** The picture links to the product too, for the pointer; keyboards and screen readers use the title's link. */
export function CardPicture({ product, link, eager, shape, className }: PictureProps) {
  return (
    <a {...link} {...forPointer} className="relative z-1 block">
      <ProductImage
        src={product.image_url}
        category={product.sign}
        side={product.image_side}
        source={isOnWhite(product) ? 'amazon' : 'own'}
        eager={eager}
        shape={shape}
        className={className}
      />
    </a>
  )
}

type TitleProps = LinkedProps & Pick<CardProps, 'level'>

/**
 * The title. Its link covers the whole card (the nearest `card-target`), so that a press anywhere opens the product,
 * also in a new tab. Other controls lie above it.
 */
export function CardTitle({ product, link, level, className }: TitleProps) {
  const Heading = `h${level}` as const
  return (
    <Heading dir="auto" className={className}>
      <a {...link} className="card-link">
        <TitleText>{displayTitle(product)}</TitleText>
      </a>
    </Heading>
  )
}

/**
 * The price lies above the title's link, so that its date shows on hover; it links to the product as well. Only screen
 * readers say that there is none: a card without one is as it is.
 */
export const CardPrice = ({ product, link }: LinkedProps) => (
  <a {...link} tabIndex={-1} className="relative z-1 flex flex-1">
    <ProductPrice product={product} missingClass="sr-only" />
  </a>
)

type ViewButtonProps = LinkedProps & Pick<ComponentProps<typeof ButtonAnchor>, 'variant'>

/** The title's link again, for the pointer only: for the keyboard it would be a second stop with the same target. */
export function ViewButton({ product, link, variant = 'ghost', className }: ViewButtonProps) {
  return (
    <ButtonAnchor
      {...link}
      size="sm"
      variant={variant}
      tabIndex={-1}
      className={clsx('shrink-0', variant === 'ghost' && 'bg-neutral-soft enabled-hover:bg-line', className)}
    >
      View<span className="sr-only"> {displayTitle(product)}</span>
    </ButtonAnchor>
  )
}

type LikeButtonProps = PartProps & Pick<ComponentProps<typeof IconButton>, 'look'>

/** Local only: nothing is sent (docs/product/cards.md#parts). */
export function LikeButton({ product, look, className }: LikeButtonProps) {
  const [isLiked, toggle] = useLike(product.id)
  return (
    <IconButton
      icon="like"
      label={`Like ${displayTitle(product)}`}
      aria-pressed={isLiked}
      look={look}
      className={className}
      onClick={toggle}
    />
  )
}

type ShareButtonProps = PartProps & Pick<ComponentProps<typeof IconButton>, 'iconSize'>

export function ShareButton({ product, iconSize, className }: ShareButtonProps) {
  const { open, sheet } = useShareSheet(product)
  return (
    <>
      <IconButton
        icon="share"
        iconSize={iconSize}
        label={`Share ${displayTitle(product)}`}
        className={clsx('relative z-1', className)}
        onClick={() => void shareFromCard(product, open)}
      />
      {sheet}
    </>
  )
}

/** '1 click', '1,204 clicks'. */
export const clicksText = (count: number): string => counted(count, 'click')

/** How often its link was clicked, on the picture; nothing at 0. */
export function ClickBadge({ product }: PartProps) {
  const count = product.clicks_count
  if (count === 0) return null
  return (
    <span className="num pointer-events-none absolute start-2 top-3.5 z-1 inline-flex h-6 items-center gap-1 rounded-full bg-glass ps-1.5 pe-2 text-caption font-semibold text-glass-ink ring-1 ring-line">
      <Icon name="clicks" size={14} />
      {numberText(count)}
      <span className="sr-only">{count === 1 ? ' click' : ' clicks'}</span>
    </span>
  )
}

type CardOriginProps = { product: ProductCardData; showAuthor: boolean; children?: ReactNode }

/** 'Shared by {first name}', or the product's age where all products are of one person. */
export function CardOrigin({ product, showAuthor, children }: CardOriginProps) {
  return (
    <p className="flex min-w-0 items-center text-caption whitespace-nowrap text-ink-3">
      {showAuthor ? (
        <Link
          to="/$username"
          params={{ username: product.profiles.username }}
          className="relative z-1 min-w-0 truncate rounded-xs py-1 hover:text-ink hover:underline"
        >
          Shared by <bdi>{product.profiles.first_name}</bdi>
        </Link>
      ) : (
        <Age of={product.created_at} />
      )}
      {children}
    </p>
  )
}

function Age({ of }: { of: string }) {
  const viewer = useViewerTime()
  return <time dateTime={of}>{ageText(of, viewer)}</time>
}
