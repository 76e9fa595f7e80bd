import { displayTitle } from '../../shared/product.ts'
import { oembedLinks, type Site } from '../app/link-preview.ts'
import type { LoadedList } from './list-data.ts'

/** The document head where no such list is public. */
export const missingListHead = ({ appName }: Site) => ({
  meta: [{ title: `List not found · ${appName}` }, { name: 'robots', content: 'noindex' }],
})

/** The document head of a public list: what browsers need, and on the server what programs read. */
export function listHead({ list, title, description }: LoadedList, site: Site) {
  const url = `${site.siteUrl}/${list.profiles.username}/${list.slug}`
  return {
    meta: [
      { title },
      { name: 'description', content: description },
      { name: 'robots', content: 'index, follow' },
      ...(import.meta.env.SSR
        ? [{ 'script:ld+json': structuredData(list, { description, url }, site) }]
        : []),
    ],
    links: [
      { rel: 'canonical', href: url },
      ...(import.meta.env.SSR ? oembedLinks(url, list.title, site) : []),
    ],
  }
}

/** The list for search engines (schema.org): each thing by the address of its page, without prices. */
const structuredData = (
  list: LoadedList['list'],
  { description, url }: { description: string; url: string },
  { siteUrl }: Site,
) => ({
  '@context': 'https://schema.org',
  '@type': 'ItemList',
  name: list.title,
  description,
  url,
  numberOfItems: list.items_count,
  itemListOrder: 'https://schema.org/ItemListOrderAscending',
  itemListElement: list.items.items.map(({ number, product }) => ({
    '@type': 'ListItem',
    position: number,
    name: displayTitle(product),
    url: `${siteUrl}/l/${product.short_link_id}`,
  })),
})
