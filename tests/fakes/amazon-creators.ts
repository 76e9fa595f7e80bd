import { shopHost } from '../../src/shared/amazon/marketplaces.ts'
import { currencyOf, type FakeItem } from './amazon-catalogue.ts'

/** The credentials that the fake's token service accepts. */
export const fakeCredentials = { id: 'fake-client', secret: 'fake-secret', version: '3.1' } as const

export type Answer = { status: number; body: unknown; headers?: Record<string, string> }

/** Answers the token service: client credentials as JSON. `issue` makes the next token. */
export function answerToken(body: Record<string, unknown>, issue: () => string): Answer {
  const { grant_type, client_id, client_secret, scope } = body
  if (grant_type !== 'client_credentials' || scope !== 'creatorsapi::default')
    return { status: 400, body: { error: 'invalid_request' } }
  if (client_id !== fakeCredentials.id || client_secret !== fakeCredentials.secret)
    return { status: 401, body: { error: 'invalid_client' } }
  return { status: 200, body: { access_token: issue(), token_type: 'bearer', expires_in: 3600 } }
}

/** Answers getItems for a caller with a valid token. */
export function answerGetItems(
  body: Record<string, unknown>,
  marketplaceHeader: string | undefined,
  items: Iterable<FakeItem>,
): Answer {
  const { partnerTag, itemIds, resources } = body
  if (typeof partnerTag !== 'string' || !Array.isArray(itemIds) || !Array.isArray(resources))
    return { status: 400, body: { reason: 'ValidationException' } }
  if (itemIds.length < 1 || itemIds.length > 10) return { status: 400, body: { reason: 'TooManyItems' } }
  const sold = [...items].filter((item) => shopHost(item.marketplace) === marketplaceHeader && !item.pageOnly)
  const found = sold.filter((item) => itemIds.includes(item.asin))
  const missing = itemIds.filter((asin) => !found.some((item) => item.asin === asin))
  const errors = missing.map((asin) => ({ code: 'ItemNotAccessible', message: `${asin} is not accessible` }))
  return {
    status: 200,
    body: { itemsResult: { items: found.map(wireItem) }, ...(errors.length > 0 && { errors }) },
  }
}

function wireItem(item: FakeItem) {
  const { asin, title, features, image, price, availability = { type: 'IN_STOCK' } } = item
  const money = { amount: price, currency: currencyOf(item), displayAmount: `${price}` }
  return {
    asin,
    parentASIN: asin,
    detailPageURL: `https://${shopHost(item.marketplace)}/dp/${asin}?tag=fake-20&linkCode=ogi`,
    ...(image && { images: { primary: { large: { url: image, width: 500, height: 500 } } } }),
    itemInfo: {
      title: { displayValue: title, label: 'Title', locale: 'en_US' },
      ...(features.length > 0 && { features: { displayValues: features, label: 'Features' } }),
    },
    ...(price !== null && {
      offersV2: { listings: [{ price: { money }, availability }] },
    }),
  }
}
