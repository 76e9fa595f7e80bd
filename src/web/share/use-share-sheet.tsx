import { type ComponentType, type ReactNode, useState } from 'react'
import { shareFromPage } from './product-link.ts'
import type { ShareSheetProps } from './share-sheet.tsx'
import type { SharedProduct } from './system-share.ts'

/**
 * A product's share sheet: a function that opens it, and the open sheet to render. It is loaded when first opened;
 * where that fails the link is copied instead (docs/product/cards.md#sharing).
 */
export function useShareSheet(product: SharedProduct): { open: () => Promise<void>; sheet: ReactNode } {
  const [Sheet, setSheet] = useState<ComponentType<ShareSheetProps> | null>(null)
  async function open() {
    try {
      const { ShareSheet } = await import('./share-sheet.tsx')
      setSheet(() => ShareSheet)
    } catch {
      await shareFromPage(product.short_link_id)
    }
  }
  return { open, sheet: Sheet && <Sheet product={product} onClose={() => setSheet(null)} /> }
}
