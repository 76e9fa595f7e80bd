import type { Context } from '../platform/context.ts'
import { defineRoutes } from '../platform/http/route.ts'
import { rateLimited } from '../shared/errors.ts'
import { feedContract } from './contract.ts'
import { countNewProducts, readFeed, readProfileProducts, searchFeed } from './feeds.ts'
import { search } from './search.ts'

type FeedDependencies = {
  /** Whether an address has had its share of this minute's searches by nobody in particular; each call counts. */
  searches: (address: string, at: Date) => boolean
}

/** Until the next minute of the clock, when everybody has a new share. */
const secondsLeft = (now: Date): number => 60 - now.getUTCSeconds()

/** Everybody asks for the same count every half minute: one answer serves all who ask within these seconds. */
const countKept = 'public, max-age=5'

export function createFeedRoutes({ searches }: FeedDependencies) {
  function count({ actor, clock }: Context, address: string) {
    if (!actor && searches(address, clock())) throw rateLimited(secondsLeft(clock()))
  }
  return defineRoutes(feedContract, {
    'GET /api/v1/feed': ({ query }, context) => readFeed(context, query),
    'GET /api/v1/feed/new': ({ query }, context, { reply }) => {
      if (query.scope === 'public') reply?.header('cache-control', countKept)
      return countNewProducts(context, query)
    },
    'GET /api/v1/products/search': ({ query }, context, { address }) => {
      count(context, address)
      return searchFeed(context, query)
    },
    'GET /api/v1/search': ({ query }, context, { address }) => {
      count(context, address)
      return search(context, query)
    },
    'GET /api/v1/profiles/:username/products': ({ params, query }, context) =>
      readProfileProducts(context, params.username, query.cursor),
  })
}
