import { useEffect } from 'react'
import { displayTitle } from '../../shared/product.ts'
import { copyProductLink, productLink } from '../product/product-link.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { prepareToasts } from '../ui/feedback/toast.ts'
import { TitleText } from '../ui/title-text.tsx'
import { LinkBox } from './link-box.tsx'
import { QrSection } from './qr-section.tsx'
import { ShareWays } from './share-ways.tsx'
import type { SharedProduct } from './shared-product.ts'

export type ShareSheetProps = { product: SharedProduct; onClose: () => void }

/** Every way to pass a product's link on, for visitors and owners. Open as long as it is mounted; load it lazily. */
export function ShareSheet({ product, onClose }: ShareSheetProps) {
  const { short_link_id: shortLinkId } = product
  const link = productLink(shortLinkId)
  useEffect(prepareToasts, [])
  return (
    <Dialog open onClose={onClose} title="Share">
      <p dir="auto" className="-mt-3 line-clamp-2 text-small text-ink-2">
        <TitleText>{displayTitle(product)}</TitleText>
      </p>
      <div className="stack gap-2">
        <LinkBox shortLinkId={shortLinkId} />
        <Button variant="primary" block onClick={() => void copyProductLink(shortLinkId)}>
          Copy Link
        </Button>
      </div>
      <ShareWays product={product} link={link} />
      <QrSection link={link} fileName={shortLinkId} />
    </Dialog>
  )
}
