import type { Clock } from '../../platform/clock.ts'
import type { Marketplace } from '../../shared/amazon/marketplaces.ts'
import { minuteMs } from '../../shared/time.ts'
import { type Network, NetworkError } from '../network.ts'
import type { AmazonItem } from '../rules.ts'
import { type Allowance, deadlineIn } from './allowance.ts'
import { getItems, type Question, type Shop } from './call.ts'
import { CreatorsError, type CreatorsReason, operatorAdvice } from './errors.ts'
import { type Credentials, createTokenSource } from './token.ts'

type CreatorsOutcome =
  | { kind: 'found'; item: AmazonItem }
  | { kind: 'unknown' }
  | { kind: 'not_configured' }
  | { kind: 'failed'; reason: CreatorsReason }

/** Amazon's answer on several items; those it does not know are missing. */
type ItemsOutcome =
  | { kind: 'read'; items: ReadonlyMap<string, AmazonItem> }
  | { kind: 'not_configured' }
  | { kind: 'failed'; reason: CreatorsReason }

/** Reads items from Amazon's Creators API. */
export type Creators = {
  /** True when there are credentials, and an associate tag of this shop to ask with. */
  isConfigured(marketplace: Marketplace): boolean
  /** For a person who waits. */
  lookUp(marketplace: Marketplace, asin: string): Promise<CreatorsOutcome>
  /** In the background, by one call of at most ten items ({@link itemsPerCall}) that takes no person's turn. */
  readItems(marketplace: Marketplace, asins: string[], stopping: AbortSignal): Promise<ItemsOutcome>
}

/** How look-ups are joined and timed. */
export const creatorsPace = { windowMs: 50, deadlineMs: 6_000, backOffMs: 1_000 }

// While only the operator can help, asking again would only use up the daily allowance and repeat the log.
const standstillMs: Partial<Record<CreatorsReason, number>> = {
  credentials_refused: minuteMs,
  not_eligible: 600_000,
}

/** The maximum of items that Amazon accepts in one call. */
export const itemsPerCall = 10

type Options = {
  network: Network
  credentials: Credentials | undefined
  allowance: Allowance
  tags: Record<string, string>
  clock: Clock
  log: Pick<Log, 'warn' | 'error'>
  pace?: typeof creatorsPace
}

/** The Creators API as a provider of items: simultaneous look-ups of a shop share one call. Failures are outcomes. */
export function createCreators(options: Options): Creators {
  const { credentials, tags, pace = creatorsPace } = options
  const ask = credentials && createAsker({ ...options, credentials, pace })
  const lookUp = ask && createLookUp(ask, pace.windowMs)
  const shopOf = (marketplace: Marketplace): Shop | undefined => {
    const partnerTag = tags[marketplace]
    return partnerTag ? { marketplace, partnerTag } : undefined
  }
  return {
    isConfigured: (marketplace) => Boolean(ask && tags[marketplace]),
    lookUp: async (marketplace, asin) => {
      const shop = shopOf(marketplace)
      return lookUp && shop ? lookUp(shop, asin) : { kind: 'not_configured' }
    },
    readItems: async (marketplace, asins, stopping) => {
      const shop = shopOf(marketplace)
      return ask && shop ? ask({ shop, asins, caller: 'background', stopping }) : { kind: 'not_configured' }
    },
  }
}

type Ask = (question: Question) => Promise<Exclude<ItemsOutcome, { kind: 'not_configured' }>>

/** Asks, and returns the outcome. A failure is logged, and one that only the operator can end is not repeated. */
function createAsker(options: Options & { credentials: Credentials; pace: typeof creatorsPace }): Ask {
  const { network, credentials, allowance, clock, log, pace } = options
  const tokens = createTokenSource(network, credentials, clock)
  const parts = { network, tokens, allowance, clock, backOffMs: pace.backOffMs }
  let standstill: { reason: CreatorsReason; until: number } | null = null

  function report(error: unknown, question: Question): CreatorsReason {
    if (!(error instanceof CreatorsError || error instanceof NetworkError)) throw error
    const { reason } = error
    const { marketplace } = question.shop
    const advice = operatorAdvice[reason]
    if (advice) log.error({ marketplace, reason }, advice)
    else if (!isExpected(reason, question))
      log.warn({ marketplace, reason }, 'The Creators API gave no answer')
    const ms = standstillMs[reason]
    if (ms) standstill = { reason, until: clock().getTime() + ms }
    return reason
  }

  return async (question) => {
    if (standstill && clock().getTime() < standstill.until)
      return { kind: 'failed', reason: standstill.reason }
    try {
      return {
        kind: 'read',
        items: await getItems(parts, question, deadlineIn(pace.deadlineMs, question.stopping)),
      }
    } catch (error) {
      return { kind: 'failed', reason: report(error, question) }
    }
  }
}

/** Background work gives way and uses its share each day, so having to stop is no failure. */
const isExpected = (reason: CreatorsReason, { caller, stopping }: Question) =>
  caller === 'background' && (stopping?.aborted || reason === 'allowance_spent' || reason === 'throttled')

/** Look-ups of single items, joined into calls. */
function createLookUp(ask: Ask, windowMs: number) {
  const batchers = new Map<string, (asin: string) => Promise<CreatorsOutcome | undefined>>()

  async function run(shop: Shop, asins: string[]): Promise<Map<string, CreatorsOutcome>> {
    const outcome = await ask({ shop, asins, caller: 'person' })
    if (outcome.kind === 'failed') return new Map(asins.map((asin) => [asin, outcome]))
    return new Map([...outcome.items].map(([asin, item]) => [asin, { kind: 'found', item }]))
  }

  return async (shop: Shop, asin: string): Promise<CreatorsOutcome> => {
    let load = batchers.get(shop.marketplace)
    if (!load) {
      load = createBatcher((asins) => run(shop, asins), { windowMs, maxKeys: itemsPerCall })
      batchers.set(shop.marketplace, load)
    }
    return (await load(asin)) ?? { kind: 'unknown' }
  }
}

type Batch<T> = { keys: string[]; close(): void; answers: Promise<ReadonlyMap<string, T>> }

/**
 * Joins look-ups that come within `windowMs` of each other into one `run` of at most `maxKeys` keys. A key already
 * being looked up shares that answer; one that `run` does not return is undefined. Rejects with what `run` throws.
 */
function createBatcher<T>(
  run: (keys: string[]) => Promise<ReadonlyMap<string, T>>,
  { windowMs, maxKeys }: { windowMs: number; maxKeys: number },
): (key: string) => Promise<T | undefined> {
  const pending = new Map<string, Promise<T | undefined>>()
  let open: Batch<T> | null = null

  function openBatch(): Batch<T> {
    const keys: string[] = []
    const closed = Promise.withResolvers<void>()
    const close = () => {
      clearTimeout(timer)
      if (open?.keys === keys) open = null
      closed.resolve()
    }
    const timer = setTimeout(close, windowMs)
    return { keys, close, answers: closed.promise.then(() => run(keys)) }
  }

  return (key) => {
    const shared = pending.get(key)
    if (shared) return shared
    open ??= openBatch()
    const batch = open
    batch.keys.push(key)
    const answer = batch.answers.then((answers) => answers.get(key)).finally(() => pending.delete(key))
    pending.set(key, answer)
    if (batch.keys.length === maxKeys) batch.close()
    return answer
  }
}

/** The part of the log for Amazon's failures. */
export type Log = Record<'info' | 'warn' | 'error', (fields: object, message: string) => void>
