import clsx from 'clsx'
import { Fragment, type ReactNode, useState } from 'react'
import { initials } from '../../shared/initials.ts'
import { amazonPictureSizes, squareSizes, wholeSizes } from '../../shared/pictures/sizes.ts'
import { toneOf } from '../../shared/pictures/title-card.ts'
import { useWithheldPicture } from './use-withheld-picture.ts'

const shapes = {
  square: 'aspect-square',
  /** As wide as the page's column on a phone. */
  large: 'aspect-square',
  hero: 'hero-well',
  /** Fills a parent with a size of its own, such as a tile. */
  fill: 'size-full',
  thumb48: 'w-12 shrink-0 rounded-md aspect-square',
  thumb56: 'w-14 shrink-0 rounded-md aspect-square',
  thumb88: 'w-22 shrink-0 rounded-md aspect-square',
  thumb92: 'w-23 shrink-0 rounded-md aspect-square',
}

/** How wide the larger shapes are: browsers choose a picture's size by it. */
const inGrid = '(min-width: 64rem) 16rem, (min-width: 40rem) 31vw, 45vw'
const widths = {
  square: inGrid,
  fill: inGrid,
  large: '(min-width: 64rem) 25rem, 94vw',
  hero: '(min-width: 64rem) 38rem, (min-width: 40rem) 47vw, 100vw',
}
const smallWidth = '6rem'

type ProductImageProps = {
  src: string | null
  /**
   * Drawn where there is no picture. The title is written beside the picture, so the picture has an empty alternative
   * text.
   */
  title: string
  /** The side of an own picture's square in pixels, where that is known. A hero shows the whole picture. */
  side?: number | null | undefined
  /** Amazon's pictures are shown whole, unaltered, on white in both themes (Amazon's terms). */
  source?: 'own' | 'amazon'
  shape?: keyof typeof shapes
  /**
   * The first pictures of a page load at once, and 'first', the largest in view, before all else; all others when they
   * come near.
   */
  eager?: boolean | 'first'
  className?: string
  /** Badges and buttons that lie on the picture. */
  children?: ReactNode
}

/**
 * A product's picture in its frame. A card drawn from the title replaces a missing picture, or one that does not load.
 */
export function ProductImage(props: ProductImageProps) {
  const { src, title, source = 'own', shape = 'square', eager } = props
  const { side, className, children } = props
  const [failedSrc, setFailedSrc] = useState<string | null>(null)
  const [unsizedSrc, setUnsizedSrc] = useState<string | null>(null)
  const hasFailed = src === failedSrc
  const opened = useWithheldPicture(src, hasFailed)
  const shown = hasFailed ? opened : src
  const missing = !shown
  const whole = source === 'amazon' && !missing
  const sizesOf = whole ? amazonPictureSizes : shape === 'hero' ? wholeSizes : squareSizes
  const srcSet = src && src !== unsizedSrc ? sizesOf(src, side) : undefined
  // The server's React has each picture that loads at once preloaded, ahead of the styles, unless it is in such an
  // element.
  const Frame = eager === true ? 'picture' : Fragment

  /** A size that cannot be had is no reason to show no picture. */
  const noteFailure = () => (srcSet ? setUnsizedSrc(src) : setFailedSrc(src))

  /** An image in the server's HTML may have failed before React could listen for the error. */
  function checkEarlyFailure(image: HTMLImageElement | null) {
    if (image?.complete && image.naturalWidth === 0) noteFailure()
  }

  return (
    <span
      className={clsx(
        'relative block overflow-hidden',
        whole ? 'bg-well' : 'bg-sunken',
        whole && shape.startsWith('thumb') && 'inset-ring inset-ring-line',
        shapes[shape],
        className,
      )}
    >
      {missing ? (
        <TitleCard title={title} />
      ) : (
        <Frame>
          <img
            // Without sizes it is another image: the one that failed would still count as failed.
            key={srcSet ? 1 : 0}
            ref={checkEarlyFailure}
            sizes={srcSet && (widths[shape as keyof typeof widths] ?? smallWidth)}
            srcSet={srcSet}
            src={shown}
            alt=""
            width={800}
            height={800}
            loading={eager ? 'eager' : 'lazy'}
            fetchPriority={eager === 'first' ? 'high' : 'auto'}
            decoding="async"
            onError={noteFailure}
            className={clsx(
              'size-full',
              whole ? 'object-contain p-[6%]' : shape !== 'hero' && 'object-cover',
              shape === 'fill' && 'absolute inset-0',
            )}
          />
        </Frame>
      )}
      {children}
    </span>
  )
}

type TitleCardProps = { title: string }

/**
 * Replaces a missing picture: the title set like a book's cover, in a colour of its own; in a small frame only its
 * initials. The style sheet draws it, since the title is already there as text beside it.
 */
export const TitleCard = ({ title }: TitleCardProps) => (
  <span
    aria-hidden="true"
    data-tone={toneOf(title)}
    data-title={title}
    data-initials={initials(title)}
    className="title-card"
  />
)
