import { useLocation, useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { displayTitle } from '../../shared/product.ts'
import { isPressFresh } from '../boot/hydration.ts'
import { useSaveDialog } from '../lists/save/use-save-dialog.tsx'
import { productHeroClass } from '../look/page-class.ts'
import { backTarget, shareFromPage } from '../share/product-link.ts'
import { useShareSheet } from '../share/use-share-sheet.tsx'
import { IconButton, IconLink } from '../ui/button/icon-button.tsx'
import { writtenPart } from '../ui/lazy-part.tsx'
import { HeroPhoto, photosOf } from './photos/hero-photo.tsx'
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

/** The picture, or several to swipe through. */
const Photos = ({ product }: ProductPictureProps) =>
  photosOf(product).length > 1 ? <PhotoRow product={product} /> : <FirstPhoto product={product} />

const FirstPhoto = ({ product }: ProductPictureProps) => <HeroPhoto product={product} n={0} />

export const PhotoRow = writtenPart(
  async () => ({ default: (await import('./photos/photo-row.tsx')).PhotoRow }),
  FirstPhoto,
)

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
