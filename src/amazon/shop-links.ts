import { readAmazonLink, shopLink } from '../shared/amazon/links.ts'
import { isMarketplace, marketplaceCodes, marketplaces, shopHost } from '../shared/amazon/marketplaces.ts'

/** What a shop link is made from. */
export type ShopItem = {
  marketplace: string
  asin: string
  shortLinkId: string
  /** The ASIN is made up: the link is then the pasted address, never made from the ASIN. */
  madeUp: boolean
  amazonUrl: string
}

/**
 * The target of 'Shop on Amazon': the item at its shop with that marketplace's tag and the short link as sub-tag. A
 * stored address is checked again, so that the link always leads to Amazon.
 */
export function shopUrl(item: ShopItem, tags: Record<string, string>): string {
  const marketplace = isMarketplace(item.marketplace) ? item.marketplace : 'us'
  const subTag = item.shortLinkId
  if (!item.madeUp) return shopLink({ marketplace, asin: item.asin, tag: tags[marketplace], subTag })
  const pasted = readAmazonLink(item.amazonUrl)
  if (pasted.kind === 'product') return shopLink({ ...pasted, tag: tags[pasted.marketplace], subTag })
  return 'url' in pasted ? pasted.url : `https://${shopHost(marketplace)}/`
}

/** The shop's name as shown to people, such as `amazon.co.uk`. */
const shopName = (marketplace: string): string =>
  marketplaces[isMarketplace(marketplace) ? marketplace : 'us'].domain

/** The part of a product's row that its links are made from. */
export type LinkedProduct = {
  marketplace: string
  asin: string
  asin_is_made_up: boolean
  amazon_url: string
  short_link_id: string
  /** The title that others see; empty where it has none of its own. */
  public_title: string
}

/** The shop links of a product, as its page has them. */
export type ShopLinks = {
  shopUrl: string
  amazonHost: string
  /** Searches for it in other shops; none where nothing is known to search for. */
  elsewhere: { host: string; url: string }[]
}

/** The maximum of a title's characters that are searched for: a shop finds nothing by very many words. */
const longestSearch = 100

/** The first words of a title; a part of its first one where that alone is too long. */
const firstWords = (title: string): string =>
  title.length <= longestSearch
    ? title
    : title
        .slice(0, longestSearch + 1)
        .replace(/\s+\S*$/, '')
        .slice(0, longestSearch)

/**
 * Searches for an item in each other shop that has a tag, which earns there; the short link is the sub-tag as in the
 * shop link (docs/product/product-page.md#other-marketplaces).
 */
function searchesOf(product: LinkedProduct, tags: Record<string, string>): ShopLinks['elsewhere'] {
  const words = firstWords(product.public_title) || (product.asin_is_made_up ? '' : product.asin)
  if (!words) return []
  return marketplaceCodes.flatMap((code) => {
    const tag = tags[code]
    if (!tag || code === product.marketplace) return []
    const query = new URLSearchParams({ k: words, tag, ascsubtag: product.short_link_id })
    return [{ host: marketplaces[code].domain, url: `https://${shopHost(code)}/s?${query}` }]
  })
}

/** A product row's shop address, the shop's name as shown to people, and searches in others. */
export const linksOf = (product: LinkedProduct, tags: Record<string, string>): ShopLinks => ({
  shopUrl: shopUrl(
    {
      marketplace: product.marketplace,
      asin: product.asin,
      shortLinkId: product.short_link_id,
      madeUp: product.asin_is_made_up,
      amazonUrl: product.amazon_url,
    },
    tags,
  ),
  amazonHost: shopName(product.marketplace),
  elsewhere: searchesOf(product, tags),
})
