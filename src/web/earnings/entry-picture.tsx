import type { LedgerEntry } from '../../earnings/contract.ts'
import { ProductImage } from '../product/look/image.tsx'

type EntryPictureProps = {
  /** Null where an order was credited without a product. */
  product: Pick<NonNullable<LedgerEntry['product']>, 'image_url' | 'image_is_amazons'> | null
  className?: string
}

/** A product’s small picture; Amazon’s is shown whole. */
export function EntryPicture({ product, className }: EntryPictureProps) {
  return (
    <ProductImage
      src={product?.image_url ?? null}
      source={product?.image_is_amazons ? 'amazon' : 'own'}
      shape="thumb48"
      {...(className && { className })}
    />
  )
}
