import type { MouseEvent } from 'react'
import { Icon } from '../../ui/button/icon.tsx'
import type { ProductData } from '../product-data.ts'
import { HeroPhoto, photosOf } from './hero-photo.tsx'

type PhotoRowProps = { product: ProductData }

/**
 * Several photos to swipe through. Each has its own dots and links to its neighbours, so that they are right without
 * any script.
 */
export function PhotoRow({ product }: PhotoRowProps) {
  const photos = photosOf(product)
  return (
    <ul className="hero-photos">
      {photos.map((photo, n) => (
        <li key={photo.image_url} id={`photo-${n}`}>
          <span className="sr-only">{`Photo ${n + 1} of ${photos.length}`}</span>
          <HeroPhoto product={product} n={n} />
          <span aria-hidden className="hero-dots">
            {photos.map(({ image_url }) => (
              <i key={image_url} data-on={image_url === photo.image_url ? '' : undefined} />
            ))}
          </span>
          {n > 0 && <PhotoLink to={n - 1} />}
          {n + 1 < photos.length && <PhotoLink to={n + 1} isNext />}
        </li>
      ))}
    </ul>
  )
}

const PhotoLink = ({ to, isNext }: { to: number; isNext?: boolean }) => (
  <a
    href={`#photo-${to}`}
    aria-label={isNext ? 'Next photo' : 'Previous photo'}
    className={isNext ? 'hero-turn end-3' : 'hero-turn start-3'}
    onClick={showPhoto}
  >
    <Icon name={isNext ? 'chevronRight' : 'back'} />
  </a>
)

/** Without a step in the browser’s history, and without moving the page. */
function showPhoto(event: MouseEvent<HTMLAnchorElement>) {
  event.preventDefault()
  document.querySelector(event.currentTarget.hash)?.scrollIntoView({ block: 'nearest', inline: 'start' })
}
