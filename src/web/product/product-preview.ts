import { priceLifetimeMs } from '../../shared/product.ts'
import { productCard } from '../../shared/share-image.ts'
import { linkPreview, type Site } from '../app/link-preview.ts'
import type { ProductData } from './card-data.ts'

/**
 * The link preview of a product. Its image shows the creator's own photo or none (Amazon's pictures are not handed on),
 * and no price is in it: apps keep previews for longer than a price may be shown.
 */
export function productPreview(
  product: ProductData,
  { title, description, path }: { title: string; description: string; path: string },
  site: Site,
) {
  const { first_name, username } = product.profiles
  return linkPreview(
    {
      type: 'product',
      title,
      description,
      path,
      card: productCard(product, site.appName),
      imageText: `${title}, shared by ${first_name} (@${username}) on ${site.appName}`,
      facts: [
        ['Shared by', `${first_name} (@${username})`],
        ...(product.categories ? ([['Category', product.categories.name]] as [string, string][]) : []),
      ],
    },
    site,
  )
}

/** The product for search engines (schema.org). A price stands only while it may be shown, and says until when. */
export function structuredData(
  product: ProductData,
  { title, description, url }: { title: string; description: string; url: string },
  { siteUrl }: Site,
) {
  const photo = ownPhotoOf(product, siteUrl)
  const { price_usd, price_as_of } = product
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: title,
    description,
    url,
    ...(photo && { image: photo }),
    ...(product.categories && { category: product.categories.name }),
    ...(price_usd !== null &&
      price_as_of !== null && {
        offers: {
          '@type': 'Offer',
          price: price_usd.toFixed(2),
          priceCurrency: 'USD',
          priceValidUntil: new Date(Date.parse(price_as_of) + priceLifetimeMs).toISOString(),
          url,
        },
      }),
  }
}

/** The address of the creator's own photo, or null; the card of a share image is no picture of the product. */
const ownPhotoOf = ({ image_source, image_url }: ProductData, siteUrl: string): string | null =>
  image_source === 'owner' && image_url ? new URL(image_url, siteUrl).href : null
