import type { Context } from '../platform/context.ts'
import { defineRoutes } from '../platform/http/route.ts'
import type { AddressCounter } from '../platform/limits/address-counter.ts'
import type { SearchQueue } from '../platform/searches/queue.ts'
import { rateLimited } from '../shared/limit.ts'
import { feedContract } from './contract.ts'
import { readDoorway } from './doorway/service.ts'
import { countNewProducts, readFeed, readShown, searchFeed } from './feeds.ts'
import { search } from './search.ts'
import { readFront, readPopular, readProfileProducts } from './storefront.ts'

type FeedDependencies = {
  /** How often an address may search in a minute without sign-in, and whether it has used that up; each call counts. */
  searches: { perMinute: number; areUsedUp: AddressCounter }
  /** Searches of one account, or one address without sign-in, that are under way at once. */
  searchQueue: SearchQueue
}

/** The time until the next clock minute, when limits begin again. */
const secondsLeft = (now: Date): number => 60 - now.getUTCSeconds()

/** Every open page asks for the same count each half minute: one answer serves all requests within these seconds. */
const countKept = 'public, max-age=5'

export function createFeedRoutes({ searches, searchQueue }: FeedDependencies) {
  async function queued<T>(context: Context, address: string, work: () => Promise<T>): Promise<T> {
    const { actor, clock } = context
    if (!actor && (await searches.areUsedUp(address, clock())))
      throw rateLimited(
        { points: searches.perMinute, seconds: 60, of: 'searches from your network' },
        secondsLeft(clock()),
      )
    return searchQueue(context, address, work)
  }
  return defineRoutes(feedContract, {
    'GET /api/v1/feed': ({ query }, context) => readFeed(context, query),
    'GET /api/v1/feed/new': ({ query }, context, { reply }) => {
      if (query.scope === 'public') reply?.header('cache-control', countKept)
      return countNewProducts(context, query)
    },
    'GET /api/v1/products': ({ query }, context) => readShown(context, query.ids),
    'GET /api/v1/products/search': ({ query }, context, { address }) =>
      queued(context, address, () => searchFeed(context, query)),
    'GET /api/v1/search': ({ query }, context, { address }) =>
      queued(context, address, () => search(context, query)),
    'GET /api/v1/products/:ref/doorway': ({ params }, context) => readDoorway(context, params.ref),
    'GET /api/v1/profiles/:username/products': ({ params, query }, context, { address }) => {
      const read = () => readProfileProducts(context, params.username, query)
      return query.q === undefined ? read() : queued(context, address, read)
    },
    'GET /api/v1/profiles/:username/popular': ({ params, query }, context) =>
      readPopular(context, params.username, query.cursor),
    'GET /api/v1/profiles/:username/front': ({ params }, context) => readFront(context, params.username),
  })
}
