import clsx from 'clsx'
import { type ReactNode, useState } from 'react'
import { useWithheldPicture } from '../../session/use-withheld-picture.ts'
import { TitleCard } from './title-card.tsx'

const shapes = {
  square: 'aspect-square',
  hero: 'hero-well',
  /** Fills a parent with a size of its own, such as a tile. */
  fill: 'size-full',
  thumb48: 'w-12 shrink-0 rounded-md aspect-square',
  thumb56: 'w-14 shrink-0 rounded-md aspect-square',
  thumb88: 'w-22 shrink-0 rounded-md aspect-square',
  thumb92: 'w-23 shrink-0 rounded-md aspect-square',
}

type ProductImageProps = {
  src: string | null
  /**
   * Drawn where there is no picture. The title is written beside the picture, so the picture has an empty alternative
   * text.
   */
  title: string
  /** Amazon's pictures are shown whole, unaltered, on white in both themes (Amazon's terms). */
  source?: 'own' | 'amazon'
  shape?: keyof typeof shapes
  /** The first pictures of a page load at once; all others when they come near. */
  eager?: boolean
  className?: string
  /** Badges and buttons that lie on the picture. */
  children?: ReactNode
}

/**
 * A product's picture in its frame. A card drawn from the title replaces a missing picture, or one that does not load.
 */
export function ProductImage(props: ProductImageProps) {
  const { src, title, source = 'own', shape = 'square', eager = false, className, children } = props
  const [failedSrc, setFailedSrc] = useState<string | null>(null)
  const hasFailed = src === failedSrc
  const opened = useWithheldPicture(src, hasFailed)
  const shown = hasFailed ? opened : src
  const missing = !shown
  const whole = source === 'amazon' && !missing

  /** An image in the server's HTML may have failed before React could listen for the error. */
  function checkEarlyFailure(image: HTMLImageElement | null) {
    if (image?.complete && image.naturalWidth === 0) setFailedSrc(src)
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
        <img
          ref={checkEarlyFailure}
          src={shown}
          alt=""
          width={800}
          height={800}
          loading={eager ? 'eager' : 'lazy'}
          fetchPriority={eager ? 'high' : 'auto'}
          decoding="async"
          onError={() => setFailedSrc(src)}
          className={clsx(
            'size-full',
            whole ? 'object-contain p-[6%]' : shape !== 'hero' && 'object-cover',
            shape === 'fill' && 'absolute inset-0',
          )}
        />
      )}
      {children}
    </span>
  )
}
