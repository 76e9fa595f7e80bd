import { ProductImage } from '../../look/image.tsx'
import type { ProductData } from '../product-data.ts'

type Photo = Pick<ProductData, 'image_url' | 'image_side'>

/** A product's picture and its further photos, in their order; never none. */
export const photosOf = ({ image_url, image_side, photos }: ProductData): Photo[] =>
  image_url || photos.length === 0 ? [{ image_url, image_side }, ...photos] : photos

type HeroPhotoProps = { product: ProductData; photo: Photo; isFirst: boolean }

/** One of them, at the head of the product's page. */
export const HeroPhoto = ({ product, photo, isFirst }: HeroPhotoProps) => (
  <ProductImage
    src={photo.image_url}
    category={product.categories?.slug}
    side={photo.image_side}
    source={photo.image_url === product.image_url && product.image_source === 'amazon' ? 'amazon' : 'own'}
    shape="hero"
    eager={isFirst ? 'first' : false}
  />
)
