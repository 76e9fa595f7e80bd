// What random histories are made of: plain values, known to the model and to the app alike.

/** Three creators. The first one alone has a pan, nobody has a bag; the last one may leave. */
export const creators = [0, 1, 2] as const
export type Asin = 'mug' | 'pan' | 'bag'
export const ownersOf: Record<Asin, number[]> = { mug: [0, 1, 2], pan: [0], bag: [] }
export type Product = { creator: number; asin: Asin }

/** Days of orders, where reports are made (Los Angeles, 7 hours behind UTC). The first is thirty days before the last. */
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
/** On which the tracking id is the second creator's: from the first until before the last. */
export const trackedDays = { from: 2, until: 6, creator: 1 }

/** When clicks come: before the cart's 89 days, in them, at the edges of days here and there, within five minutes of each other. */
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
/** At which orders are made whose time is told, UTC. */
export const orderHour = 'T19:00:00Z'
/** When clicks are over, and what is decided is decided for good. */
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
/** Of a report: what Folio's CSV says of an order item (which has an id), or Fee-Earnings of a sale. */
export type Row = {
  id: string | null
  day: number
  hasTime: boolean
  asin: Asin
  cents: number
  status: Status
  /** A creator's short link, another's program's, or none. */
  sub: number | 'foreign' | null
  tag: 'tracked' | 'other' | null
  pieces: number
  /** What came back of an order item, in negative numbers or as fewer pieces of status returned. */
  back: 'reversed' | 'partly' | null
}

/** What the reports that stand say of an order; null where none does. */
export type Standing = {
  row: Row
  isTagged: boolean
  status: Status
  cents: number
  /** How many are left. */
  pieces: number
  /** Of a return, what has found no purchase. */
  waiting: number
}

/** Fee-Orders never pay: they say on which day what Fee-Earnings pays for was ordered. */
export type Format = 'folio_csv' | 'fee_earnings' | 'fee_orders'
/** A file that all histories of a batch have rows in. */
export type FileSpec = {
  format: Format
  /** When it was made, in seconds from the first of those that are made after all clicks. */
  asOf: number
  /** Its days: those of Fee-Earnings are replaced whole. */
  days: number[]
  /** Whether it has sub tags of ours. */
  isTagged: boolean
  /** Sent as one file for each day. */
  isSplit: boolean
  /** In which order its rows stand. */
  shuffle: number
  /** Whether every other row has its sub tag in capitals. */
  isLoud: boolean
  /** How rows of one id count that can be counted two ways, as an admin answers. */
  counts: 'once' | 'each'
  /** What its returns are that may have been told before, as an admin answers. */
  retold: 'same_return' | 'another_return'
  /**
   * How likely twins are decided: all alike, or each as its history says, and then the file is imported, or given up.
   */
  twins: TwinChoice | 'each' | 'each, given up'
}
/** Whether an order of Folio's CSV and a row of Fee-Earnings are one sale. */
export type TwinChoice = 'same_sale' | 'two_sales'

/** What happens to all histories of a batch at once. */
export type Step =
  | { do: 'import'; file: number }
  | { do: 'undo'; file: number }
  /** Sets the ship date from which Fee-Earnings pays. */
  | { do: 'date'; day: number; twins: TwinChoice }
  | { do: 'match' }
  | { do: 'calculate'; feeBps: number }
  | { do: 'decide'; nth: number }
  | { do: 'leave' }
  | { do: 'pass'; days: number }

/** What an admin does with an order: which one is counted among those that there are. */
export type Decision = {
  /** `decide_group` decides all that are under review as the order is; `twin` says otherwise of what may be one sale. */
  what: 'assign' | 'unassign' | 'decide' | 'decide_group' | 'accept' | 'twin'
  order: number
  /** Whose it shall be; of those who claim it, where it is decided. */
  creator: number | null
}

/** A history of its own, beside others: its visits, its rows in each file, its decisions, and of likely twins each in turn. */
export type History = { clicks: Click[]; rows: Row[][]; decisions: Decision[]; twins: TwinChoice[] }
/** So many histories share files and runs, since all together cost little more than one. */
export const together = 40
/** What happens while clicks still come, after those of a round. */
export type Early = { after: number; steps: Step[] }
/** Null is a history that is left out. */
export type Batch = {
  /** The ship date that is set before anything else, if any is. */
  dated: number | null
  files: FileSpec[]
  early: Early[]
  steps: Step[]
  histories: (History | null)[]
}

export const feeBpsOf = { usual: 2000, other: 1500 }
export const holdDays = 60

/** An order as the model and the app tell of it, to be compared word for word. */
export type Told = {
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
    isHeld: boolean
    isProvisional: boolean
  } | null
  /** Whose it would be by all that is known, where that is not whose it stays. */
  disagrees: number | 'nobody' | null
  /** Of each creator the rows, in their order. */
  ledger: Record<number, { type: string; gross: number; fee: number; availableOn: string }[]>
}
