import { fullName } from '../../shared/full-name.ts'
import { displayTitle } from '../../shared/product.ts'
import { type Site, shorten } from '../app/link-preview.ts'
import { counted } from '../format/count-text.ts'
import type { ListData } from './list-data.ts'

/** The document head where no such list is public. */
export const missingListHead = ({ appName }: Site) => ({
  meta: [{ title: `List not found · ${appName}` }, { name: 'robots', content: 'noindex' }],
})

/** The document head of a public list: what browsers need, and on the server what programs read. */
export function listHead(list: ListData, site: Site) {
  const { appName, siteUrl } = site
  const name = fullName({ ...list.profiles, last_name: list.last_name })
  const description = shorten(
    list.words || `${counted(list.items_count, 'thing')} that ${name} put together on ${appName}.`,
  )
  const url = `${siteUrl}/${list.profiles.username}/${list.slug}`
  return {
    meta: [
      { title: `${list.title} · ${name} · ${appName}` },
      { name: 'description', content: description },
      { name: 'robots', content: 'index, follow' },
      ...(import.meta.env.SSR
        ? [{ 'script:ld+json': structuredData(list, { description, url }, site) }]
        : []),
    ],
    links: [{ rel: 'canonical', href: url }],
  }
}

/** The list for search engines (schema.org): each thing by the address of its page, without prices. */
const structuredData = (
  list: ListData,
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
