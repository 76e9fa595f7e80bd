import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { Clock } from '../platform/clock.ts'
import type { DB } from '../platform/database/schema.ts'
import { createRateLimiter } from '../platform/limits/rate-limit.ts'
import type { Settings } from '../platform/settings/read.ts'
import { addShortHosts } from '../shared/amazon/marketplaces.ts'
import { createAllowance } from './creators/allowance.ts'
import { createCreators, type Log } from './creators/creators.ts'
import { createNetwork } from './network.ts'
import { type Amazon, standardTiming } from './service.ts'
import { linksOf, shopUrl } from './shop-links.ts'

export { itemsPerCall } from './creators/creators.ts'
export { checkAmazon } from './doctor.ts'
export type { AmazonItem } from './rules.ts'
export { type Amazon, knownItem, knownItems, rememberItems } from './service.ts'
export type { ShopLinks } from './shop-links.ts'

const lookUpsPerMinute = 30

type AmazonOptions = {
  settings: Settings['amazon']
  db: Kysely<DB>
  /** The pool of `db`. */
  pool: pg.Pool
  clock: Clock
  log: Log
  timing?: typeof standardTiming
}

/** Made once per process: the Creators API's limits and token are shared by all callers. */
export function createAmazon(options: AmazonOptions): Amazon {
  const { settings, db, pool, clock, log, timing = standardTiming } = options
  const { credentials, tags, calls, testOrigin, shortHosts } = settings
  addShortHosts(shortHosts)
  const network = createNetwork({ testOrigin })
  const allowance = createAllowance(db, calls, clock)
  return {
    network,
    creators: createCreators({ network, credentials, tags, allowance, clock, log, pace: timing.creators }),
    limiter: createRateLimiter(pool, { name: 'amazon', points: lookUpsPerMinute, seconds: 60, of: 'links' }),
    log,
    timing,
    shopUrlFor: (item) => shopUrl(item, tags),
    linksFor: (product) => linksOf(product, tags),
    close: () => network.close(),
  }
}
