import { displayTitle } from '../../shared/product.ts'
import type { ProductData } from './card-data.ts'

type Site = { appName: string; siteUrl: string }

const descriptionLength = 200

/** Whole words up to about two lines of a link preview. */
function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= descriptionLength) return line
  return `${line.slice(0, descriptionLength).replace(/\s+\S*$/, '')}…`
}

/** The document head of a product page that is not there. */
export const missingProductHead = ({ appName }: Site) => ({
  meta: [{ title: `Product Preview Not Available · ${appName}` }, { name: 'robots', content: 'noindex' }],
})

/**
 * The document head of a product page: title, description, link preview and structured data. The preview's picture
 * is the creator's own or none (Amazon policy: its pictures are not for share images), and a price stands only
 * while it may be shown.
 */
export function productHead(product: ProductData, { appName, siteUrl }: Site) {
  const title = displayTitle(product)
  const name = product.profiles.first_name
  const description = shorten(
    product.user_comment || product.description || `Shared by ${name} on ${appName}.`,
  )
  const url = `${siteUrl}/l/${product.short_link_id}`
  const image =
    product.image_source === 'owner' && product.image_url ? new URL(product.image_url, siteUrl).href : null
  const price = product.price_usd?.toFixed(2)
  return {
    meta: [
      { title: `${title} · ${appName}` },
      { name: 'description', content: description },
      { name: 'robots', content: 'index, follow' },
      { property: 'og:type', content: 'product' },
      { property: 'og:site_name', content: appName },
      { property: 'og:title', content: title },
      { property: 'og:description', content: description },
      { property: 'og:url', content: url },
      ...(image ? [{ property: 'og:image', content: image }] : []),
      ...(price
        ? [
            { property: 'product:price:amount', content: price },
            { property: 'product:price:currency', content: 'USD' },
          ]
        : []),
      { name: 'twitter:card', content: image ? 'summary_large_image' : 'summary' },
      { name: 'twitter:title', content: title },
      { name: 'twitter:description', content: description },
      ...(image ? [{ name: 'twitter:image', content: image }] : []),
      {
        'script:ld+json': {
          '@context': 'https://schema.org',
          '@type': 'Product',
          name: title,
          description,
          url,
          ...(image && { image }),
          ...(product.categories && { category: product.categories.name }),
          ...(price && { offers: { '@type': 'Offer', price, priceCurrency: 'USD', url } }),
        },
      },
    ],
    links: [{ rel: 'canonical', href: url }],
  }
}
