import clsx from 'clsx'
import { Fragment, type ReactNode, useState } from 'react'
import { amazonPictureSizes, squareSizes, wholeSizes } from '../../shared/pictures/sizes.ts'
import { CategorySign } from './category-sign.tsx'
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

/** The largest shapes without a picture: low, so that words come sooner. */
const lowShapes = {
  // Beside words, which have the height of a picture.
  large: 'aspect-video sm:aspect-square',
  hero: 'aspect-video lg:aspect-4/3',
}

/** How wide the larger shapes are: browsers choose a picture's size by it. */
const inGrid = '(min-width: 64rem) 16rem, (min-width: 40rem) 31vw, 45vw'
const widths = {
  square: inGrid,
  fill: inGrid,
  large: '(min-width: 64rem) 25rem, (min-width: 40rem) 47vw, 94vw',
  hero: '(min-width: 64rem) 38rem, (min-width: 40rem) 47vw, 100vw',
}
const smallWidth = '6rem'

type ProductImageProps = {
  src: string | null
  /** The slug of the product's category, whose sign stands where there is no picture; without one it is a bag. */
  category?: string | null | undefined
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
 * A product's picture in its frame. Its title is written beside it, so its alternative text is empty. The sign of its
 * category replaces a missing picture, or one that does not load.
 */
export function ProductImage(props: ProductImageProps) {
  const { src, category, source = 'own', shape = 'square', eager } = props
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
        missing ? 'bg-neutral-soft text-ink-2' : whole ? 'bg-well' : 'bg-sunken',
        whole && shape.startsWith('thumb') && 'inset-ring inset-ring-line',
        (!src && lowShapes[shape as keyof typeof lowShapes]) || shapes[shape],
        className,
      )}
    >
      {missing ? (
        <NoPhoto shape={shape} category={category} />
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

type NoPhotoProps = Pick<ProductImageProps, 'category'> & { shape: keyof typeof shapes }

/** Stands in the place of a missing picture: the category's sign, in the largest frames with words. */
function NoPhoto({ shape, category }: NoPhotoProps) {
  if (!(shape in lowShapes))
    return (
      <CategorySign
        category={category}
        className={clsx(
          'absolute inset-0 m-auto [stroke-width:1.25]',
          shape.startsWith('thumb') ? 'size-[44%]' : 'size-[34%] max-h-18 max-w-18',
        )}
      />
    )
  return (
    <span className="@container absolute inset-0 grid place-content-center justify-items-center gap-2.5">
      <span className="grid size-24 place-items-center rounded-full bg-card ring-1 ring-line @max-[19rem]:size-16">
        <CategorySign category={category} className="size-11 [stroke-width:1.3]" />
      </span>
      {/* On a narrow picture it would lie under the buttons. */}
      <span className="text-caption @max-[19rem]:sr-only">No photo yet</span>
    </span>
  )
}
