import { fullName } from '../../shared/full-name.ts'
import { displayTitle } from '../../shared/product.ts'
import { listCard } from '../../shared/sharing/share-image.ts'
import { linkPreview, oembedLinks, type Site } from '../app/link-preview.ts'
import { numberText } from '../format/count-text.ts'
import type { LoadedList } from './list-data.ts'

/** The document head of a public list: what browsers need, and on the server what programs read. */
export function listHead({ list, title, description }: LoadedList, site: Site) {
  const path = `/${list.profiles.username}/${list.slug}`
  const url = site.siteUrl + path
  return {
    meta: [
      { title },
      { name: 'description', content: description },
      { name: 'robots', content: 'index, follow' },
      ...(import.meta.env.SSR
        ? [
            ...listPreview(list, { description, path }, site),
            { 'script:ld+json': structuredData(list, { description, url }, site) },
          ]
        : []),
    ],
    links: [
      { rel: 'canonical', href: url },
      ...(import.meta.env.SSR ? oembedLinks(url, list.title, site) : []),
    ],
  }
}

/** The link preview of a public list: its image shows own photos or type alone. */
function listPreview(
  list: LoadedList['list'],
  { description, path }: { description: string; path: string },
  site: Site,
) {
  const { profiles, last_name, title, items_count } = list
  const owner = `${fullName({ ...profiles, last_name })} (@${profiles.username})`
  return linkPreview(
    {
      type: 'article',
      title,
      description,
      path,
      card: listCard(list, site.appName),
      imageText: `${title}, a list by ${owner} on ${site.appName}`,
      facts: [
        ['By', owner],
        ['Things', numberText(items_count)],
      ],
    },
    site,
  )
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
