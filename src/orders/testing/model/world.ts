// The parts of random histories: plain values, used by the model and by the app.

/**
 * Three creators. Only the first one has a pan, nobody has a bag; the first two have the mug of the British
 * marketplace, which has the same ASIN there. The last one may delete their account.
 */
export const creators = [0, 1, 2] as const
export type Asin = 'mug' | 'pan' | 'bag' | 'ca mug'
export const ownersOf: Record<Asin, number[]> = { mug: [0, 1, 2], pan: [0], bag: [], 'ca mug': [0, 1] }
export const markets = ['us', 'ca'] as const
export type Market = (typeof markets)[number]
export const marketOf = (asin: Asin): Market => (asin === 'ca mug' ? 'ca' : 'us')
export type Product = { creator: number; asin: Asin }

/**
 * Days of orders in the reports' time zone (Los Angeles, 7 hours behind UTC). The first is thirty days before the last.
 */
export const days = [
  '2026-09-10',
  '2026-10-05',
  '2026-10-06',
  '2026-10-07',
  '2026-10-08',
  '2026-10-09',
  '2026-10-10',
]
/** Days between two of them. */
export const daysBetween = (from: number, to: number): number =>
  (Date.parse(days[to] as string) - Date.parse(days[from] as string)) / (24 * 3_600_000)
/**
 * The days on which the tracking id is a creator's, another one's in each marketplace: from the first until before the
 * last, which admins change.
 */
export const trackedDays = { from: 2, until: 6 }
export const trackedOf: Record<Market, number> = { us: 1, ca: 0 }

/**
 * When clicks come: before the cart's 89 days, in them, near the edges of days in both zones, within five minutes of
 * each other.
 */
export const rounds = [
  '2026-07-01T12:00:00Z',
  '2026-09-01T12:00:00Z',
  '2026-09-01T12:03:00Z',
  '2026-10-04T06:30:00Z',
  '2026-10-04T18:00:00Z',
  '2026-10-05T18:00:00Z',
  '2026-10-05T18:03:00Z',
  '2026-10-06T06:30:00Z',
  '2026-10-06T06:58:00Z',
  '2026-10-06T07:01:00Z',
  '2026-10-06T18:00:00Z',
  '2026-10-07T18:00:00Z',
  '2026-10-07T18:03:00Z',
  '2026-10-08T18:00:00Z',
  '2026-10-08T20:00:00Z',
  '2026-10-09T06:30:00Z',
  '2026-10-09T18:00:00Z',
  '2026-10-10T18:00:00Z',
  '2026-10-11T06:30:00Z',
]
/** The times (UTC) of orders that have one. */
export const orderHour = 'T19:00:00Z'
/** A time after all clicks, when every match becomes final. */
export const afterwards = '2026-10-12T12:00:00Z'
export const firstReport = '2026-10-11T00:00:00Z'

/** One click as it is sent. Events are numbered in a history; a press names one or none. */
export type Click = {
  round: number
  product: Product
  kind: 'view' | 'outbound'
  who: 'reader' | 'bot' | 'owner'
  network: number
  agent: number
  event: number | null
}

export type Status = 'pending' | 'shipped' | 'cancelled' | 'returned'
/** A row of a report: what Folio's CSV says of an order item (which has an id), or Fee-Earnings of a sale. */
export type Row = {
  id: string | null
  day: number
  hasTime: boolean
  asin: Asin
  cents: number
  status: Status
  /** A creator's short link, another program's, or none. */
  sub: number | 'foreign' | null
  tag: 'tracked' | 'other' | null
  pieces: number
  /** What came back of an order item: in negative numbers, or as fewer pieces with the status returned. */
  back: 'reversed' | 'partly' | null
}

/** What the reports that stand say of an order; null where none has it. */
export type Standing = {
  row: Row
  /** The report that says it. */
  file: number
  isTagged: boolean
  status: Status
  cents: number
  /** How many pieces are left. */
  pieces: number
  /** The part of a return that has found no purchase. */
  waiting: number
  /**
   * For a return that could be of several creators' purchases: whether those through its own sub tag or those without
   * one decide, whether the ones that are alike are one creator's, and the candidates.
   */
  limit?: { isOwn: boolean; isAlike: boolean; candidates: string[] } | null
  /** An admin has said whose the return is. */
  isAnswered?: boolean
}

/** Fee-Orders never pay: they say on which day something in Fee-Earnings was ordered. */
export type Format = 'folio_csv' | 'fee_earnings' | 'fee_orders'
/** A file that all histories of a batch have rows in. */
export type FileSpec = {
  format: Format
  /** Its marketplace. */
  market: Market
  /** When it was made, in seconds from the first of the files that are made after all clicks. */
  asOf: number
  /** Its days: those of Fee-Earnings are replaced as a whole. */
  days: number[]
  /** Whether it has sub tags of ours. */
  isTagged: boolean
  /** Sent as one file for each day. */
  isSplit: boolean
  /** The order of its rows. */
  shuffle: number
  /** Whether every other row has its sub tag in capitals, and the others their tracking id. */
  isLoud: boolean
  /** An admin's choice for rows of one id that can be counted two ways. */
  counts: 'once' | 'each'
  /** An admin's choice for its returns that may have been reported before. */
  reportedAgain: 'same_return' | 'another_return'
  /**
   * How likely duplicates are decided: all alike, or each as its history says; then the file is imported or discarded.
   */
  duplicates: DuplicateChoice | 'each' | 'each, given up'
}
/** A file as it is sent: whole, or some of its days. */
export type Part = FileSpec & { key: number }
/** Whether an order of Folio's CSV and a row of Fee-Earnings are one sale. */
export type DuplicateChoice = 'same_sale' | 'two_sales'

/** A step of all histories of a batch at once. */
export type Step =
  | { do: 'import'; file: number }
  | { do: 'undo'; file: number }
  /** Sets the ship date from which Fee-Earnings pays. */
  | { do: 'date'; market: Market; day: number; duplicates: DuplicateChoice }
  /** Says until before which day the tracking ids are somebody's. */
  | { do: 'track'; market: Market; until: number }
  | { do: 'match' }
  /** At one of two nodes. */
  | { do: 'calculate'; at: 'app' | 'second' }
  | { do: 'decide'; nth: number }
  /**
   * Decides all orders of one report whose evidence disagrees alike: they stay whose they are, or become what it says.
   */
  | { do: 'settle'; nth: number; choice: 'keep' | 'change' }
  | { do: 'leave' }
  | { do: 'pass'; days: number }

/** An admin's decision on an order, which is named by its number among the possible ones. */
export type Decision = {
  /**
   * `decide_group` decides all that are under review together with the order; `duplicate` changes the choice for likely
   * duplicates; `answer` says whose a return is.
   */
  what: 'assign' | 'unassign' | 'decide' | 'decide_group' | 'accept' | 'duplicate' | 'answer'
  order: number
  /** Who is credited; where it is decided, one of those who claim it. */
  creator: number | null
}

/**
 * One history beside others: its visits, its rows in each file, its decisions, and the choice for each likely duplicate
 * in turn.
 */
export type History = { clicks: Click[]; rows: Row[][]; decisions: Decision[]; duplicates: DuplicateChoice[] }
/** How many histories share files and runs: all together cost little more than one. */
export const together = 40
/** Steps while clicks still come, after those of a round. */
export type Early = { after: number; steps: Step[] }
/** Null is a history that is left out. */
export type Batch = {
  /** The ship dates that are set before anything else, if any are. */
  dated: Record<Market, number | null>
  files: FileSpec[]
  early: Early[]
  steps: Step[]
  histories: (History | null)[]
}

/** What the platform keeps, from which day on: of everybody, and of the second creator, whose own comes first. */
export const fees = [
  { creator: null, feeBps: 2000, from: null },
  { creator: null, feeBps: 1500, from: '2026-10-08' },
  { creator: 1, feeBps: 1000, from: '2026-10-06' },
] as const
/** What is kept of a creator's order of a day: their own fee, or else everybody's. */
export function shareOn(creator: number, day: number): number {
  const last = (of: number | null) =>
    fees.findLast((fee) => fee.creator === of && (fee.from ?? '') <= (days[day] as string))
  return (last(creator) ?? last(null) ?? fees[0]).feeBps
}
export const holdDays = 60

/** Dollars for a Canadian one in each month. */
export const cadRates: Record<string, number> = { '2026-09': 0.7312, '2026-10': 0.7405 }
/** What an amount of a marketplace's month comes to in US cents, half a cent rounded up. */
export const inUsd = (market: Market, month: string, amount: number): number =>
  market === 'ca'
    ? Math.floor((amount * Math.round((cadRates[month] ?? 0) * 10_000) + 5_000) / 10_000)
    : amount

/** An order in the model or the app, to be compared word for word. */
export type OrderState = {
  asin: Asin
  day: string
  cents: number
  status: Status | 'withdrawn'
  sub: number | 'foreign' | null
  tag: 'tracked' | 'other' | null
  /** Cents of a return that has found no purchase. */
  waiting: number
  isUnclear: boolean
  match: {
    creator: number | null
    confidence: string
    /** Null where an admin decided. */
    rule: string | null
    review: string | null
    isDecided: boolean
    isProvisional: boolean
  } | null
  /** The evidence known now, if it names somebody else than the match. */
  disagrees: number | 'nobody' | null
  /** The rows of each creator, in their order. */
  ledger: Record<
    number,
    {
      type: string
      gross: number
      fee: number
      availableOn: string
      paidFor: string
      counts: string | null
    }[]
  >
}
