import type { z } from 'zod'
import { type Context, requireUser } from '../platform/context.ts'
import type { RateLimiter } from '../platform/limits/rate-limit.ts'
import { amazonRequests } from '../platform/metrics/counts.ts'
import * as links from '../shared/amazon/links.ts'
import { productUrl } from '../shared/amazon/links.ts'
import { forbidden, invalid } from '../shared/errors.ts'
import { centsToUsd } from '../shared/money.ts'
import type { amazonContract, amazonProduct } from './contract.ts'
import { type Creators, creatorsPace, type Log } from './creators/creators.ts'
import type { Network } from './network.ts'
import { pageDeadlineMs, readProductPage } from './page.ts'
import { resolveDeadlineMs, resolveShortLink } from './redirects.ts'
import { type AmazonItem, isFresh, withShowablePrice } from './rules.ts'
import type { LinkedProduct, ShopItem, ShopLinks } from './shop-links.ts'
import { selectItem, selectItems, upsertItems } from './sql.ts'

type AnswerOf<K extends keyof typeof amazonContract> = z.input<(typeof amazonContract)[K]['response']>

// See docs/product/calls.md#functions.
const resolveFailed = 'Failed to resolve short Amazon link'
const lookUpFailed = 'Failed to fetch product data from edge function'
const pageFailed = 'Failed to fetch product data'

export const standardTiming = { resolveMs: resolveDeadlineMs, pageMs: pageDeadlineMs, creators: creatorsPace }

/** The Amazon client of this process. */
export type Amazon = {
  network: Network
  creators: Creators
  limiter: RateLimiter
  log: Log
  timing: typeof standardTiming
  /** The address of 'Shop on Amazon', with this installation's tag. */
  shopUrlFor(item: ShopItem): string
  /** A product row's shop address, the shop's name as shown to people, and searches in others. */
  linksFor(product: LinkedProduct): ShopLinks
  /** Ends every connection to Amazon. */
  close(): Promise<void>
}

/** What the server itself has read of an item; undefined if it never did. */
export const knownItem = (
  { db }: Context,
  item: { marketplace: string; asin: string },
): Promise<AmazonItem | undefined> => selectItem(db, item)

/** What the server itself has read of several items, in one query. */
export const knownItems = (
  { db }: Context,
  items: { marketplace: string; asin: string }[],
): Promise<AmazonItem[]> => selectItems(db, items)

/**
 * Stores details that a caller in this process vouches for: the Creators API's answer, or demo data of its made-up
 * items. No call leads here: a client's details of an item are never trusted.
 */
export const rememberItems = ({ db }: Context, items: AmazonItem[]): Promise<void> => upsertItems(db, items)

/**
 * Resolves a short link; a full link is its own result. A short link that leads away from Amazon gets 'Invalid Amazon
 * URL provided'. Throws `validation_failed` for a text that is no link of Amazon's, `rate_limited`.
 */
export async function resolveLink(
  context: Context,
  amazon: Amazon,
  { url }: { url: string },
): Promise<AnswerOf<'POST /functions/v1/resolve-short-link'>> {
  await countCall(context, amazon, 'resolve')
  const link = links.readAmazonLink(url)
  if (!('url' in link)) throw invalid('url', links.linkProblem(link) ?? links.invalidAmazonMessage)
  if (link.kind !== 'short') return { success: true, resolvedUrl: link.url }
  const outcome = await resolveShortLink(amazon.network, link, amazon.timing.resolveMs)
  if (outcome.kind === 'resolved') return { success: true, resolvedUrl: outcome.link.url }
  amazon.log.info({ reason: outcome.reason, host: link.host }, 'A short link was not resolved')
  const error = outcome.reason === 'not_amazon' ? links.invalidAmazonMessage : resolveFailed
  return { success: false, resolvedUrl: null, error }
}

/**
 * Looks an item up in the Creators API, or in its stored answer of the last hour, and stores it. Throws
 * `validation_failed` for a link of no shop of Amazon's, `rate_limited`.
 */
export async function lookUpItem(
  context: Context,
  amazon: Amazon,
  { amazonUrl, asin }: { amazonUrl: string; asin: string },
): Promise<AnswerOf<'POST /functions/v1/amazon-paapi'>> {
  await countCall(context, amazon, 'look-up')
  const { marketplace } = shopOf(amazonUrl)
  const configured = amazon.creators.isConfigured(marketplace)
  const known = await knownItem(context, { marketplace, asin })
  if (known?.source === 'creators_api' && isFresh(known, context.clock()))
    return { success: true, product: serializeItem(known, context.clock()), configured }
  const outcome = await amazon.creators.lookUp(marketplace, asin)
  if (outcome.kind === 'unknown') return { success: true, product: null, configured }
  if (outcome.kind !== 'found') return { success: false, product: null, configured, error: lookUpFailed }
  await upsertItems(context.db, [outcome.item])
  return { success: true, product: serializeItem(outcome.item, context.clock()), configured }
}

/**
 * Reads an item's page, for when the Creators API returned no product, and stores its details. An earlier answer of the
 * API is better than any page and is returned instead. Throws `forbidden` for another person's id, `validation_failed`,
 * `rate_limited`.
 */
export async function readItemPage(
  context: Context,
  amazon: Amazon,
  { amazonUrl, userId }: { amazonUrl: string; userId: string },
): Promise<AnswerOf<'POST /functions/v1/add-product'>> {
  if (requireUser(context).userId !== userId) throw forbidden('userId must be your own')
  await countCall(context, amazon, 'page')
  const link = shopOf(amazonUrl)
  if (link.kind !== 'product') throw invalid('amazonUrl', links.noAsinMessage)
  const known = await knownItem(context, link)
  const suffices = known && (known.source === 'creators_api' || isFresh(known, context.clock()))
  if (!suffices) await storePage(context, amazon, link)
  const item = suffices ? known : await knownItem(context, link)
  if (!item) return { success: false, data: null, error: pageFailed }
  return { success: true, data: serializeItem(item, context.clock()) }
}

async function storePage(
  context: Context,
  amazon: Amazon,
  { marketplace, asin }: ShopLink & { asin: string },
) {
  const outcome = await readProductPage(amazon.network, { marketplace, asin }, amazon.timing.pageMs)
  amazonRequests.inc({ kind: 'page', outcome: outcome.kind === 'read' ? 'ok' : 'failed' })
  if (outcome.kind === 'failed') {
    amazon.log.info({ reason: outcome.reason, marketplace, asin }, 'A product page was not read')
    return
  }
  const unsaid = { price_cents: null, price_as_of: null, availability: null }
  const read = { ...outcome.metadata, ...unsaid, fetched_at: context.clock() }
  await upsertItems(context.db, [{ marketplace, asin, source: 'page', ...read }])
}

type ShopLink = Extract<links.AmazonLink, { marketplace: string }>

/** A link of one of Amazon's shops. Throws `validation_failed`. */
function shopOf(amazonUrl: string): ShopLink {
  const link = links.readAmazonLink(amazonUrl)
  if ('marketplace' in link) return link
  throw invalid('amazonUrl', links.invalidAmazonMessage)
}

const countCall = (context: Context, { limiter }: Amazon, call: string) =>
  limiter.take(`${call}:${requireUser(context).userId}`)

/** An item as the functions return it, at `now`. */
function serializeItem(item: AmazonItem, now: Date): z.input<typeof amazonProduct> {
  const { marketplace, asin, title, description, image_url } = item
  const { price_cents, price_as_of } = withShowablePrice(item, now)
  return {
    asin,
    amazon_url: productUrl(marketplace, asin),
    title,
    description,
    image_url,
    price_usd: price_cents === null ? null : centsToUsd(price_cents),
    price_as_of: price_as_of?.toISOString() ?? null,
  }
}
