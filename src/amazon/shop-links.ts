import { readAmazonLink, shopLink } from '../shared/amazon/links.ts'
import { isMarketplace, marketplaces, shopHost } from '../shared/amazon/marketplaces.ts'

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
}

/** A product row's shop address and the shop's name as shown to people. */
export const linksOf = (product: LinkedProduct, tags: Record<string, string>) => ({
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
})
