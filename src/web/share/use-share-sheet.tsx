import { type ReactNode, useState } from 'react'
import { lazyDialog } from '../ui/lazy-part.tsx'
import { shareFromPage } from './product-link.ts'
import type { SharedProduct } from './system-share.ts'

const ShareSheet = lazyDialog(async () => ({ default: (await import('./share-sheet.tsx')).ShareSheet }), {
  instead: ({ product }) => void shareFromPage(product.short_link_id),
})

/**
 * A product's share sheet: a function that opens it, and the open sheet to render. It is loaded when first opened;
 * where that fails the link is copied instead (docs/product/cards.md#sharing).
 */
export function useShareSheet(product: SharedProduct): { open: () => void; sheet: ReactNode } {
  const [isOpen, setOpen] = useState(false)
  return {
    open: () => setOpen(true),
    sheet: isOpen && <ShareSheet product={product} onClose={() => setOpen(false)} />,
  }
}
