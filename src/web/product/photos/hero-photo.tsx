import { ProductImage } from '../../look/image.tsx'
import type { ProductData } from '../product-data.ts'

type Photo = Pick<ProductData, 'image_url' | 'image_side'>

/** A product's picture and its further photos, in their order; never none. */
export const photosOf = ({ image_url, image_side, photos }: ProductData): Photo[] =>
  image_url || photos.length === 0 ? [{ image_url, image_side }, ...photos] : photos

type HeroPhotoProps = { product: ProductData; n: number }

/** One of them, at the head of the product's page. */
export function HeroPhoto({ product, n }: HeroPhotoProps) {
  const { image_url: src = null, image_side: side } = photosOf(product)[n] ?? {}
  return (
    <ProductImage
      key={src}
      src={src}
      category={product.categories?.slug}
      side={side}
      source={src === product.image_url && product.image_source === 'amazon' ? 'amazon' : 'own'}
      shape="hero"
      eager={n === 0 ? 'first' : false}
    />
  )
}
