import { displayTitle, priceLifetimeMs } from '../../shared/product.ts'
import { productCard } from '../../shared/sharing/share-image.ts'
import { linkPreview, oembedLinks, type Site, shorten } from '../app/link-preview.ts'
import { earlyClicksScript } from '../boot/early-clicks.ts'
import type { ProductData } from './product-data.ts'

/** The document head of a product page that was not found. */
export const missingProductHead = ({ appName }: Site) => ({
  meta: [{ title: `Product Preview Not Available · ${appName}` }, { name: 'robots', content: 'noindex' }],
})

/** The document head of a product page: what browsers need and, on the server, what programs read. */
export function productHead(product: ProductData, site: Site) {
  const { appName, siteUrl } = site
  const title = displayTitle(product)
  const description = shorten(
    product.user_comment || product.description || `Shared by ${product.profiles.first_name} on ${appName}.`,
  )
  const path = `/l/${product.short_link_id}`
  const url = siteUrl + path
  return {
    meta: [
      { title: `${title} · ${appName}` },
      { name: 'description', content: description },
      // A product without a title of its own is in no list either.
      { name: 'robots', content: product.title ? 'index, follow' : 'noindex' },
      ...(import.meta.env.SSR
        ? [
            ...productPreview(product, { title, description, path }, site),
            { 'script:ld+json': structuredData(product, { title, description, url }, site) },
          ]
        : []),
    ],
    links: [{ rel: 'canonical', href: url }, ...(import.meta.env.SSR ? oembedLinks(url, title, site) : [])],
    // On the server alone: hydration leaves elements in the head that it does not know.
    scripts: import.meta.env.SSR
      ? [
          {
            'data-product': product.id,
            ...(product.list_link && { 'data-list': product.list_link }),
            children: earlyClicksScript(),
          },
        ]
      : [],
  }
}

/**
 * The link preview of a product. Its image shows the creator's own photo or none (Amazon's terms do not allow passing
 * on its pictures). It has no price: apps store previews for longer than a price may be shown.
 */
function productPreview(
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

/** The product for search engines (schema.org). A price is given only while it may be shown, with its last day. */
function structuredData(
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

/** The address of the creator's own photo, or null: the card of a share image is no picture of the product. */
const ownPhotoOf = ({ image_source, image_url }: ProductData, siteUrl: string): string | null =>
  image_source === 'owner' && image_url ? new URL(image_url, siteUrl).href : null
