/** The sum of an order's rows for a payee that are of one month, and count as posted with one. */
export type MonthSum = {
  /** As its first day; null where the rows are of version 1 or 2. */
  month: string | null
  /** The month with which it counts as posted: its own, or that of what it takes back. */
  postedWith: string | null
  grossCents: number
  /** The first day on which any of it may count as posted. */
  availableOn: string
  /** Whether it counts as posted by now. */
  isPosted: boolean
}

/** What an order is worth by months, as their first days. */
export type Worth = Map<string | null, number>

/** A difference of a month's sum. */
export type Change = Pick<MonthSum, 'month' | 'postedWith' | 'isPosted'> & {
  cents: number
  availableOn: string | null
  isReturn: boolean
}

export const totalOf = (cents: number[]) => cents.reduce((sum, one) => sum + one, 0)
export const grossOf = (sums: MonthSum[]) => totalOf(sums.map(({ grossCents }) => grossCents))

/**
 * The changes that take sums to what each month is worth, in three passes whose order is the rule. `before` are changes
 * of the same order that were taken from another product.
 *
 * 1. The surplus of a month goes.
 * 2. The gain of another month comes. It counts as posted with the months of what went, as far as that did already, so
 *    that a later report that moves it changes no balance.
 * 3. Returns of a month are taken from what there is, and count with that.
 *
 * August has 500 cents that are posted, and a report says now that August is worth 200, September 200, and October -50.
 * August loses 300. September gains 200, posted with August. October takes back 50 of what counts with August. In all
 * 150 are gone, and all of it from what was posted.
 */
export function changesTo(sums: MonthSum[], worth: Worth, before: Change[] = []): Change[] {
  const progress = beginWith(sums, worth)
  const months = [...new Set([...sums.map(({ month }) => month), ...worth.keys()])].sort(byMonth)
  takeSurplus(progress, months)
  fillGains(progress, months, [...before, ...takenPosted(progress.changes)])
  takeReturns(progress, months)
  return progress.changes
}

/**
 * Posted amounts that are taken away, by the months with which they count: they keep these in whatever month they
 * move to.
 */
export const takenPosted = (changes: Change[]): Change[] =>
  changes.filter(({ isPosted, isReturn, cents }) => isPosted && !isReturn && cents < 0)

/** The sums as the changes so far leave them. */
type Progress = {
  sums: MonthSum[]
  changes: Change[]
  /** What a month lacks of its worth; below zero what it has too much. */
  missing(month: string | null): number
  change(of: MonthSum, cents: number, isReturn?: boolean): void
}

function beginWith(present: MonthSum[], worth: Worth): Progress {
  const sums = present.map((sum) => ({ ...sum }))
  const changes: Change[] = []
  return {
    sums,
    changes,
    missing: (month) => (worth.get(month) ?? 0) - grossOf(sums.filter((sum) => sum.month === month)),
    change(of, cents, isReturn = false) {
      if (cents === 0) return
      const { month, postedWith, isPosted, availableOn } = of
      changes.push({ month, postedWith, isPosted, cents, isReturn, availableOn: availableOn || null })
      const known = sums.find((sum) => sum.month === month && sum.postedWith === postedWith)
      if (known) known.grossCents += cents
      else sums.push({ ...of, grossCents: cents })
    },
  }
}

type Months = (string | null)[]

function takeSurplus({ sums, missing, change }: Progress, months: Months): void {
  for (const month of months)
    for (const sum of inOrder(sums).filter((sum) => sum.month === month && sum.grossCents > 0))
      change(sum, -Math.min(sum.grossCents, Math.max(-missing(month), 0)))
}

/** What was taken by returns comes back first, then what went from other months, and the rest is new. */
function fillGains({ sums, missing, change }: Progress, months: Months, taken: Change[]): void {
  const moved = taken.map((one) => ({ ...one, cents: -one.cents }))
  for (const month of months) {
    for (const sum of inOrder(sums).filter((sum) => sum.month === month && sum.grossCents < 0))
      change(sum, Math.min(-sum.grossCents, Math.max(missing(month), 0)))
    for (const from of moved) {
      const cents = Math.min(from.cents, Math.max(missing(month), 0))
      from.cents -= cents
      change({ ...from, month, grossCents: 0, availableOn: from.availableOn ?? '' }, cents)
    }
    const own = sums.find((sum) => sum.month === month && sum.postedWith === month)
    change(own ?? emptySum(month), Math.max(missing(month), 0))
  }
}

/** From each month that rows count with, as far as it has anything; the rest counts with the month itself. */
function takeReturns({ sums, missing, change }: Progress, months: Months): void {
  for (const month of months) {
    for (const { postedWith } of inOrder(sums)) {
      const left = grossOf(sums.filter((sum) => sum.postedWith === postedWith))
      const from = sums.find((sum) => sum.postedWith === postedWith && sum.grossCents > 0)
      if (from) change({ ...from, month }, -Math.min(Math.max(left, 0), Math.max(-missing(month), 0)), true)
    }
    if (missing(month) < 0) change(emptySum(month), missing(month), true)
  }
}

const emptySum = (month: string | null): MonthSum => ({
  ...{ month, postedWith: month, grossCents: 0, availableOn: '', isPosted: false },
})

const byMonth = (one: string | null, other: string | null) => (one ?? '').localeCompare(other ?? '')
const inOrder = (sums: MonthSum[]) => sums.toSorted((one, other) => byMonth(one.postedWith, other.postedWith))
