import { useLocation, useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { displayTitle } from '../../shared/product.ts'
import { isPressFresh } from '../boot/hydration.ts'
import { useSaveDialog } from '../lists/save/use-save-dialog.tsx'
import { ProductImage } from '../look/image.tsx'
import { productHeroClass } from '../look/page-class.ts'
import { backTarget, shareFromPage } from '../share/product-link.ts'
import { useShareSheet } from '../share/use-share-sheet.tsx'
import { Icon } from '../ui/button/icon.tsx'
import { IconButton, IconLink } from '../ui/button/icon-button.tsx'
import type { ProductData } from './product-data.ts'

type ProductPictureProps = { product: ProductData }

/** The picture, with the back and share buttons on it. Its bottom left stays free, where pictures show the product. */
export function ProductPicture({ product }: ProductPictureProps) {
  const { open, sheet } = useShareSheet(product)
  const save = useSaveDialog()
  return (
    <div className={productHeroClass}>
      <Photos product={product} />
      <BackLink />
      <IconButton
        icon="save"
        label="Save to a list"
        look="glass-lg"
        className="absolute end-30 bottom-4"
        onClick={() => save.open({ productIds: [product.id], title: displayTitle(product) })}
      />
      <IconButton
        icon="shareWays"
        label="More ways to share"
        look="glass-lg"
        className="absolute end-17 bottom-4"
        onClick={open}
      />
      <IconButton
        icon="share"
        label="Share"
        look="glass-lg"
        className="absolute end-4 bottom-4"
        onClick={() => void (isPressFresh() ? shareFromPage(product.short_link_id) : open())}
      />
      {sheet}
      {save.dialog}
    </div>
  )
}

/**
 * The picture, or several to swipe through. Each has its own dots and links to its neighbours, so that they are right
 * without any script.
 */
function Photos({ product }: ProductPictureProps) {
  const { image_url, image_side, image_source, photos, categories } = product
  const all = image_url || photos.length === 0 ? [{ image_url, image_side }, ...photos] : photos
  const pictures = all.map(({ image_url: src, image_side: side }, n) => (
    <ProductImage
      key={src}
      src={src}
      category={categories?.slug}
      side={side}
      source={src === image_url && image_source === 'amazon' ? 'amazon' : 'own'}
      shape="hero"
      eager={n === 0 ? 'first' : false}
    />
  ))
  if (pictures.length === 1) return pictures
  return (
    <ul className="hero-photos">
      {pictures.map((picture, n) => (
        <li key={picture.key} id={`photo-${n}`}>
          <span className="sr-only">{`Photo ${n + 1} of ${pictures.length}`}</span>
          {picture}
          <span aria-hidden className="hero-dots">
            {pictures.map(({ key }) => (
              <i key={key} data-on={key === picture.key ? '' : undefined} />
            ))}
          </span>
          {n > 0 && <PhotoLink to={n - 1} />}
          {n + 1 < pictures.length && <PhotoLink to={n + 1} isNext />}
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

/**
 * Back to My Folio if the product was opened from there, otherwise to the feed
 * (docs/product/product-page.md#what-it-shows).
 */
function BackLink() {
  const router = useRouter()
  const from = useLocation({ select: (location) => location.state.from })
  const to = backTarget(from)

  /** The page it was opened from is one step back, at its scroll position. */
  function goBack(event: MouseEvent) {
    if (
      (to === '/feed' && from !== to) ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return
    event.preventDefault()
    router.history.back()
  }
  return (
    <IconLink
      to={to}
      icon="back"
      iconSize={24}
      label="Back"
      look="glass-lg"
      className="absolute start-4 top-4"
      onClick={goBack}
    />
  )
}
