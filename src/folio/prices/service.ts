import { type Amazon, type AmazonItem, itemsPerCall, rememberItems } from '../../amazon/index.ts'
import { type Context, inTransaction } from '../../platform/context.ts'
import { type Marketplace, marketplaceCodes } from '../../shared/amazon/marketplaces.ts'
import { hourMs, minuteMs } from '../../shared/time.ts'
import {
  afterRefusal,
  type DueItem,
  longestCheckMs,
  nextCheck,
  quietAfterMs,
  type Read,
  urgentAfterMs,
  verdictOf,
} from './rules.ts'
import { giveWay, rankItems, recallChecks, scheduleChecks, selectDueItems, updatePrices } from './sql.ts'

/** The time of one run: short, so that others may follow and a failure is soon retried. */
const sliceMs = 50_000

/** What to do after a batch: go on at once, or end this run, and which shops to skip for how long. */
type Outcome = { goOn: boolean; rest?: { marketplaces: string[]; ms: number } }

/** For a shop's refusal, and for what only the operator can change. */
const shopRestMs = 10 * minuteMs
const operatorRestMs = hourMs

/** The shops whose items can be read: those with credentials and a tag. */
export const readableShops = ({ creators }: Amazon): Marketplace[] =>
  marketplaceCodes.filter((code) => creators.isConfigured(code))

/**
 * Refreshes prices and availability. The returned function works for at most a minute, or until nothing is due, the
 * allowance is used up, Amazon fails or `stopping` is aborted; what was read by then is stored.
 */
export function createPriceRefresh(context: Omit<Context, 'actor'>, amazon: Amazon) {
  const resting = new Map<string, number>()

  const isResting = (code: string, now: Date) => (resting.get(code) ?? 0) > now.getTime()

  return async (stopping: AbortSignal): Promise<void> => {
    const end = performance.now() + sliceMs
    while (performance.now() < end && !stopping.aborted) {
      const now = context.clock()
      const marketplaces = readableShops(amazon).filter((code) => !isResting(code, now))
      const due = await selectDueItems(context.db, {
        marketplaces,
        now,
        urgentSince: new Date(now.getTime() - urgentAfterMs),
        quietSince: new Date(now.getTime() - quietAfterMs),
        limit: itemsPerCall,
      })
      if (due.length === 0) return
      const { goOn, rest } = await checkItems({ ...context, actor: null }, { amazon, stopping }, due)
      for (const code of rest?.marketplaces ?? []) resting.set(code, now.getTime() + (rest?.ms ?? 0))
      if (!goOn) return
    }
  }
}

type Asked = { amazon: Amazon; stopping: AbortSignal }

/** Reads items of one shop and stores Amazon's answers. Without an answer nothing is stored. */
async function checkItems(context: Context, { amazon, stopping }: Asked, due: DueItem[]): Promise<Outcome> {
  const marketplace = due[0]?.marketplace as Marketplace
  const asins = due.filter(({ is_linked }) => is_linked).map(({ asin }) => asin)
  const outcome =
    asins.length > 0
      ? await amazon.creators.readItems(marketplace, asins, stopping)
      : { kind: 'read' as const, items: new Map<string, AmazonItem>() }
  if (outcome.kind === 'read') {
    await store(context, due, outcome.items)
    return { goOn: true }
  }
  const reason = outcome.kind === 'failed' ? outcome.reason : outcome.kind
  if (reason === 'refused' || reason === 'unreadable') {
    await postpone(context, due)
    return { goOn: true, rest: { marketplaces: [marketplace], ms: shopRestMs } }
  }
  if (reason === 'credentials_refused' || reason === 'not_eligible')
    return { goOn: false, rest: { marketplaces: readableShops(amazon), ms: operatorRestMs } }
  return { goOn: false }
}

/** One of these items may make the whole call fail. */
async function postpone({ db, clock }: Context, due: DueItem[]): Promise<void> {
  const now = clock()
  await scheduleChecks(
    db,
    due.map((item) => ({ ...item, next_check_at: afterRefusal(now, Math.random()) })),
  )
}

async function store(context: Context, due: DueItem[], items: ReadonlyMap<string, AmazonItem>) {
  const now = context.clock()
  const readings: [DueItem, Read | undefined][] = due.map((item) => [item, items.get(item.asin)])
  await inTransaction(context, async (tx) => {
    await giveWay(tx.db)
    await scheduleChecks(
      tx.db,
      readings.map(([item, read]) => nextCheck(item, read, now)),
    )
    await rememberItems(tx, [...items.values()])
    await updatePrices(
      tx.db,
      readings.flatMap(([item, read]) => verdictOf(item, read, now) ?? []),
      now,
    )
  })
}

/** Updates the order in which items are read, and brings back items that a wrong clock had put off for years. */
export async function reviseSchedule({ db, clock }: Omit<Context, 'actor'>): Promise<void> {
  const now = clock()
  await rankItems(db)
  await recallChecks(db, { now, latest: new Date(now.getTime() + longestCheckMs) })
}
