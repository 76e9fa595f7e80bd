import type { Clock } from '../platform/clock.ts'
import type { Marketplace } from '../shared/amazon/marketplaces.ts'
import { createBatcher } from './batcher.ts'
import { getItems, type Shop } from './creators-call.ts'
import { CreatorsError, type CreatorsReason, operatorAdvice } from './creators-failure.ts'
import { type Credentials, createTokenSource } from './creators-token.ts'
import { deadlineIn } from './deadline.ts'
import type { Log } from './log.ts'
import { type Network, NetworkError } from './network.ts'
import { createPacer } from './pacer.ts'
import type { AmazonItem } from './rules.ts'

export type CreatorsOutcome =
  | { kind: 'found'; item: AmazonItem }
  | { kind: 'unknown' }
  | { kind: 'not_configured' }
  | { kind: 'failed'; reason: CreatorsReason }

/** Reads items from Amazon's Creators API. */
export type Creators = {
  /** True when there are credentials, and an associate tag of this shop to ask with. */
  isConfigured(marketplace: Marketplace): boolean
  lookUp(marketplace: Marketplace, asin: string): Promise<CreatorsOutcome>
}

/** How calls are timed. A new account may make one call a second, of at most ten items. */
export const creatorsPace = { windowMs: 50, intervalMs: 1_000, deadlineMs: 6_000, backOffMs: 1_000 }

// While only the operator can help, asking again would just use up the daily allowance and repeat the log.
const standstillMs: Partial<Record<CreatorsReason, number>> = {
  credentials_refused: 60_000,
  not_eligible: 600_000,
}

const maxItems = 10

type Options = {
  network: Network
  credentials: Credentials | undefined
  tags: Record<string, string>
  clock: Clock
  log: Pick<Log, 'warn' | 'error'>
  pace?: typeof creatorsPace
}

/** The Creators API as a provider of items: simultaneous look-ups of a shop share one call. Failures are outcomes. */
export function createCreators(options: Options): Creators {
  const { credentials, tags } = options
  const ask = credentials && createAsker({ ...options, credentials })
  return {
    isConfigured: (marketplace) => Boolean(ask && tags[marketplace]),
    lookUp: async (marketplace, asin) => {
      const partnerTag = tags[marketplace]
      return ask && partnerTag ? ask({ marketplace, partnerTag }, asin) : { kind: 'not_configured' }
    },
  }
}

function createAsker({
  network,
  credentials,
  clock,
  log,
  pace = creatorsPace,
}: Options & { credentials: Credentials }) {
  const pacer = createPacer(pace.intervalMs)
  const tokens = createTokenSource(network, credentials, clock)
  const parts = { network, tokens, pacer, clock, backOffMs: pace.backOffMs }
  const batchers = new Map<string, (asin: string) => Promise<CreatorsOutcome | undefined>>()
  let standstill: { reason: CreatorsReason; until: number } | null = null

  async function run(shop: Shop, asins: string[]): Promise<Map<string, CreatorsOutcome>> {
    if (standstill && clock().getTime() < standstill.until) return sameForAll(asins, standstill.reason)
    try {
      const items = await getItems(parts, shop, asins, deadlineIn(pace.deadlineMs))
      return new Map([...items].map(([asin, item]) => [asin, { kind: 'found', item }]))
    } catch (error) {
      return sameForAll(asins, report(error, shop))
    }
  }

  function report(error: unknown, { marketplace }: Shop): CreatorsReason {
    if (!(error instanceof CreatorsError || error instanceof NetworkError)) throw error
    const { reason } = error
    const advice = operatorAdvice[reason]
    if (advice) log.error({ marketplace, reason }, advice)
    else log.warn({ marketplace, reason }, 'The Creators API gave no answer')
    const ms = standstillMs[reason]
    if (ms) standstill = { reason, until: clock().getTime() + ms }
    return reason
  }

  return async (shop: Shop, asin: string): Promise<CreatorsOutcome> => {
    let load = batchers.get(shop.marketplace)
    if (!load) {
      load = createBatcher((asins) => run(shop, asins), { windowMs: pace.windowMs, maxKeys: maxItems })
      batchers.set(shop.marketplace, load)
    }
    return (await load(asin)) ?? { kind: 'unknown' }
  }
}

const sameForAll = (asins: string[], reason: CreatorsReason): Map<string, CreatorsOutcome> =>
  new Map(asins.map((asin) => [asin, { kind: 'failed', reason }]))
