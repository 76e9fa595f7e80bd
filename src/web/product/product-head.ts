import { displayTitle } from '../../shared/product.ts'
import { oembedLinks, type Site } from '../app/link-preview.ts'
import { shorten } from '../preview/shorten.ts'
import type { ProductData } from './card-data.ts'
import { productPreview, structuredData } from './product-preview.ts'

/** The document head of a product page that is not there. */
export const missingProductHead = ({ appName }: Site) => ({
  meta: [{ title: `Product Preview Not Available · ${appName}` }, { name: 'robots', content: 'noindex' }],
})

/** The document head of a product page: what browsers need, and on the server what programs read. */
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
      { name: 'robots', content: 'index, follow' },
      ...(import.meta.env.SSR
        ? [
            ...productPreview(product, { title, description, path }, site),
            { 'script:ld+json': structuredData(product, { title, description, url }, site) },
          ]
        : []),
    ],
    links: [{ rel: 'canonical', href: url }, ...(import.meta.env.SSR ? oembedLinks(url, title, site) : [])],
  }
}
