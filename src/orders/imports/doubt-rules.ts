import { digitsOf, moneyText, toUnits } from '../../shared/amazon/currencies.ts'
import { AppError } from '../../shared/errors.ts'
import type { Confirmation, Doubt, ImportDetail } from './contract.ts'
import type { Twin } from './formats/twin-rules.ts'
import type { ReportedReturn, ReturnReportedAgain } from './reported-again/reported-again-rules.ts'

/** Returned or cancelled orders that would be shipped again. */
export type Reopened = { count: number; cents: number; orders: { order_item_id: string; cents: number }[] }

/** Orders that would lose part of their return, since reports no longer have it, or a smaller one. */
export type LessReturned = {
  count: number
  cents: number
  orders: { order_item_id: string; cents: number }[]
}

/** Orders whose returns come to more than was bought, or fit neither their pieces nor their amount. */
export type Unclear = {
  count: number
  cents: number
  orders: { order_item_id: string; cents: number; bought_cents: number }[]
}

/** A day for which a standing report has more rows. */
export type FewerRows = { day: string; before: number; after: number; cents_less: number }

/** Rows of a file that stand in other marketplaces. */
export type Elsewhere = { rows: number; cents: number; marketplaces: string[] }

/** Rows of newer reports that would be other orders, had this report come before them. */
export type LateRows = { count: number; cents: number; rows: { day: string; asin: string; cents: number }[] }

/** Rows of one id that can be counted two ways; `examples` are the first twenty. */
export type RowsInQuestion = {
  repeated: { rows: number; cents: number; examples: { id: string; rows: number; cents: number }[] }
  differing: {
    ids: number
    rows: number
    cents: number
    examples: { id: string; rows: { asin: string; sub_tag: string | null; cents: number }[] }[]
  }
}

type Merging = {
  currency: string
  reopened: Reopened
  unclear: Unclear
  less_returned: LessReturned
  fewer: FewerRows[]
  late: LateRows
  elsewhere: Elsewhere | null
  reconciliation: ImportDetail['reconciliation']
  /** Rows that were left out. */
  failed: number
  /** Likely twins in both formats that nobody has decided on. */
  twins: Twin[]
  /** Returns that may repeat earlier ones, and that nobody has decided on. */
  reportedAgain: ReturnReportedAgain[]
}

const examplesShown = 20
/** The most rows of an id that are shown. */
const rowsShown = 4

/** Amounts in a currency's smallest unit as calls answer them, and those as texts. */
const moneyIn = (currency: string) => ({
  units: (amount: number) => toUnits(amount, currency),
  text: (units: number) => moneyText(units, currency),
})
const counted = (count: number, one: string) =>
  `${count.toLocaleString('en-US')} ${one}${count === 1 ? '' : 's'}`

/** What has to be confirmed before an import takes effect (decision 24). */
export const doubtsOf = (merging: Merging): Doubt[] =>
  [
    standingElsewhere,
    reopening,
    lessReturned,
    unclear,
    returnsReportedAgain,
    shrinking,
    late,
    disagreeing,
    twinned,
  ]
    .map((doubt) => doubt(merging))
    .filter((doubt) => doubt !== null)

function standingElsewhere({ elsewhere, currency }: Merging): Doubt | null {
  if (elsewhere === null) return null
  const { rows, cents, marketplaces } = elsewhere
  const { units, text } = moneyIn(currency)
  const commission = units(cents)
  return {
    kind: 'other_marketplace',
    rows,
    commission,
    message: `${counted(rows, 'row')}, ${text(commission)}, ${rows === 1 ? 'stands' : 'stand'} in reports of another marketplace already (${marketplaces.join(', ')}). Undo that import first, or say that these are different sales.`,
    examples: [],
  }
}

function reopening({ reopened: { count, cents, orders }, currency }: Merging): Doubt | null {
  if (count === 0) return null
  const { units, text } = moneyIn(currency)
  const commission = units(cents)
  const were = count === 1 ? 'that was returned or cancelled' : 'that were returned or cancelled'
  return {
    kind: 'reopened',
    rows: count,
    commission,
    message: `${counted(count, 'order')} ${were} would be shipped again, for ${text(commission)}.`,
    examples: orders.map((order) => `${order.order_item_id}: ${text(units(order.cents))}`),
  }
}

function lessReturned({ less_returned: { count, cents, orders }, currency }: Merging): Doubt | null {
  if (count === 0) return null
  const { units, text } = moneyIn(currency)
  const commission = units(cents)
  return {
    kind: 'fewer_returns',
    rows: count,
    commission,
    message: `${counted(count, 'order')} would lose part of ${count === 1 ? 'its return' : 'their returns'}: ${text(commission)} more would be owed.`,
    examples: orders.map((order) => `${order.order_item_id}: ${text(units(order.cents))}`),
  }
}

function unclear({ unclear: { count, cents, orders }, currency }: Merging): Doubt | null {
  if (count === 0) return null
  const { units, text } = moneyIn(currency)
  const commission = units(cents)
  const taken = 'As much is taken as there is, and never more.'
  return {
    kind: 'unclear_returns',
    rows: count,
    commission,
    message: `What came back of ${counted(count, 'order')}, ${text(commission)}, does not fit what was bought. ${taken}`,
    examples: orders.map(
      (order) => `${order.order_item_id}: ${text(units(order.cents))} of ${text(units(order.bought_cents))}`,
    ),
  }
}

const returnText = ({ back: { day, cents, pieces } }: ReportedReturn, currency: string) => {
  const { units, text } = moneyIn(currency)
  const what = cents === 0 && pieces ? counted(pieces, 'piece') : text(units(cents))
  return `${what} on ${day}`
}

/** Returns that would count beside those of earlier reports, though they may be the same (decision 39). */
function returnsReportedAgain({ reportedAgain, currency }: Merging): Doubt | null {
  if (reportedAgain.length === 0) return null
  const { units, text } = moneyIn(currency)
  const commission = units(reportedAgain.reduce((sum, { later }) => sum + later.back.cents, 0))
  const isOne = reportedAgain.length === 1
  const of = isOne ? 'is of an order' : 'are of orders'
  return {
    kind: 'retold_returns',
    rows: reportedAgain.length,
    commission,
    message: `${counted(reportedAgain.length, 'return')}, ${text(commission)}, ${of} of which an earlier report has a return that this one has not: ${isOne ? 'is it' : 'is each'} the same return, reported again, or another return?`,
    examples: reportedAgain
      .slice(0, examplesShown)
      .map(
        ({ order_item_id, earlier, later }) =>
          `${order_item_id}: ${returnText(earlier, currency)} before, ${returnText(later, currency)} now`,
      ),
    choices: ['same_return', 'another_return'],
  }
}

function shrinking({ fewer, currency }: Merging): Doubt | null {
  if (fewer.length === 0) return null
  const { units, text } = moneyIn(currency)
  const rows = fewer.reduce((sum, { before, after }) => sum + before - after, 0)
  const commission = units(fewer.reduce((sum, { cents_less }) => sum + cents_less, 0))
  const money = `${text(Math.abs(commission))} ${commission < 0 ? 'more' : 'less'}`
  return {
    kind: 'fewer_rows',
    rows,
    commission,
    message: `${counted(fewer.length, 'day')} would have ${counted(rows, 'row')} fewer than the report before, and ${money}.`,
    examples: fewer
      .slice(0, examplesShown)
      .map(({ day, before, after }) => `${day}: ${counted(before, 'row')} before, ${after} now`),
  }
}

function late({ late: { count, cents, rows }, currency }: Merging): Doubt | null {
  if (count === 0) return null
  const { units, text } = moneyIn(currency)
  const commission = units(cents)
  const [be, stay] =
    count === 1
      ? ['another order', 'it stays the order that it is']
      : ['other orders', 'they stay the orders that they are']
  return {
    kind: 'late_report',
    rows: count,
    commission,
    message: `This report is older than one that stands. Had it come first, ${counted(count, 'row')} of that, for ${text(commission)}, would be ${be}, matched again: ${stay}.`,
    examples: rows.map((row) => `${row.day}: ${row.asin}, ${text(units(row.cents))}`),
  }
}

/** Whether it is the one money column of a totals line, whatever its name is in the file. */
const isMoney = ({ column }: { column: string }) => /fees|commission/i.test(column.replace(/[^a-z]/gi, ''))

function disagreeing({ reconciliation, failed, currency }: Merging): Doubt | null {
  if (!reconciliation || reconciliation.agrees) return null
  const { text } = moneyIn(currency)
  const money = reconciliation.totals.find(isMoney)
  const commission = money ? Number((money.rows - money.file).toFixed(digitsOf(currency))) : 0
  return {
    kind: 'totals',
    rows: failed,
    commission,
    message: `The rows that were read do not add up to the file’s own totals: ${counted(failed, 'row')} left out, ${text(Math.abs(commission))} too ${commission > 0 ? 'much' : 'little'}.`,
    examples: reconciliation.totals
      .filter(({ file, rows }) => file !== rows)
      .map(({ column, file, rows }) => `${column}: ${file} in the file, ${rows} of its rows`),
  }
}

/** Likely twins, to be decided before they would be paid twice (decision 42). */
export function twinned({ twins, currency }: Pick<Merging, 'twins' | 'currency'>): Doubt | null {
  if (twins.length === 0) return null
  const { units, text } = moneyIn(currency)
  const commission = units(twins.reduce((sum, { order }) => sum + order.cents, 0))
  const [one, are] = twins.length === 1 ? ['order', 'it'] : ['orders', 'they']
  return {
    kind: 'twins',
    rows: twins.length,
    commission,
    message: `${twins.length.toLocaleString('en-US')} ${one} of the CSV and as many rows of Fee-Earnings may be the same, for ${text(commission)}: ${are === 'it' ? 'is it' : 'are they'} the same sale, paid once, or two sales?`,
    examples: twins
      .slice(0, examplesShown)
      .map(
        ({ order, row }) =>
          `${order.id}, ordered ${order.day}, and ${row.id}, shipped ${row.day}: ${order.asin}, ${text(units(order.cents))}`,
      ),
    choices: ['same_sale', 'two_sales'],
  }
}

const formatNames: Record<string, string> = { folio_csv: 'the CSV', fee_earnings: 'Fee-Earnings' }

/** Orders that would no longer pay, or pay from now on, since their day becomes another format's. */
export function turningOver({
  withdrawn,
  imported,
  updated,
  cents_more,
  currency,
}: {
  withdrawn: number
  imported: number
  updated: number
  cents_more: number
  currency: string
}): Doubt | null {
  const coming = imported + updated
  if (withdrawn + coming === 0) return null
  const { units, text } = moneyIn(currency)
  const commission = units(cents_more)
  const money = `${text(Math.abs(commission))} ${commission < 0 ? 'less' : 'more'}`
  return {
    kind: 'turned_over',
    rows: withdrawn + coming,
    commission,
    message: `${counted(withdrawn, 'order')} would pay no longer, and ${counted(coming, 'order')} would pay or change: ${money} in all.`,
    examples: [],
  }
}

/** The reason that cannot be confirmed: the ship date from which Fee-Earnings pays has to be set first. */
export const undatedDoubt = (
  { format, marketplace, currency }: { format: string; marketplace: string; currency: string },
  { other, rows, cents }: { other: string; rows: number; cents: number },
): Doubt => ({
  kind: 'no_paying_date',
  rows,
  commission: toUnits(cents, currency),
  message: `Orders of the marketplace “${marketplace}” are paid by ${formatNames[other]} so far, and this is ${formatNames[format]}: ${counted(rows, 'row')}, ${moneyText(toUnits(cents, currency), currency)}. Set from which ship date Fee-Earnings pays there; nothing is imported before that.`,
  examples: [],
})

/** What has to be chosen before a file's rows are counted (decision 33). */
export const rowDoubtsOf = (inQuestion: RowsInQuestion, currency: string): Doubt[] =>
  [repeating(inQuestion, currency), differing(inQuestion, currency)].filter((doubt) => doubt !== null)

const ways: Doubt['choices'] = ['once', 'each']

function repeating({ repeated: { rows, cents, examples } }: RowsInQuestion, currency: string): Doubt | null {
  if (rows === 0) return null
  const { units, text } = moneyIn(currency)
  const commission = units(cents)
  const are = rows === 1 ? 'is equal to an earlier one' : 'are equal to earlier ones'
  return {
    kind: 'repeated_rows',
    rows,
    commission,
    message: `${counted(rows, 'row')} ${are} of the same id, for ${text(commission)}. ${rows === 1 ? 'Does it' : 'Do they'} count once, or each?`,
    examples: examples.map(({ id, rows, cents }) => `${id}: ${rows} equal rows, ${text(units(cents))} each`),
    choices: ways,
  }
}

function differing(
  { differing: { ids, rows, cents, examples } }: RowsInQuestion,
  currency: string,
): Doubt | null {
  if (ids === 0) return null
  const { units, text } = moneyIn(currency)
  const commission = units(cents)
  const isOne = ids === 1 ? 'Is it one order item' : 'Is each id one order item'
  return {
    kind: 'differing_rows',
    rows,
    commission,
    message: `${counted(ids, 'id')} ${ids === 1 ? 'has' : 'have'} rows of different products or sub tags: ${counted(rows, 'row')}, ${text(commission)}. ${isOne}, counted once, or is each ${ids === 1 ? '' : 'row '}its own?`,
    examples: examples.map(
      ({ id, rows }) =>
        `${id}: ${rows
          .slice(0, rowsShown)
          .map(({ asin, sub_tag, cents }) => `${asin} ${sub_tag ?? 'no sub tag'} ${text(units(cents))}`)
          .join(', ')}${rows.length > rowsShown ? ` and ${rows.length - rowsShown} more` : ''}`,
    ),
    choices: ways,
  }
}

/** Whether exactly these rows and amounts were confirmed, with a choice where there is one. */
export const isConfirmed = (doubts: Doubt[], confirmed: Confirmation): boolean =>
  doubts.length === confirmed.length &&
  doubts.every(({ kind, rows, commission, choices }, index) => {
    const said = confirmed[index]
    return (
      kind !== 'no_paying_date' &&
      said?.kind === kind &&
      said.rows === rows &&
      said.commission === commission &&
      (choices ? said.choice !== undefined && choices.includes(said.choice) : said.choice === undefined)
    )
  })

/** Whether each of these was confirmed, even if more was: a choice may have answered some. */
export const areCovered = (doubts: Doubt[], confirmed: Confirmation): boolean =>
  doubts.every((doubt) => confirmed.some((said) => isConfirmed([doubt], [said])))

/** The error for an import that takes effect only once an admin has confirmed it. */
export const confirmationRequired = (importId: string, doubts: Doubt[]) =>
  new AppError(
    'confirmation_required',
    `Nothing was imported: this report has to be confirmed first. ${doubts.map(({ message }) => message).join(' ')}`,
    { import_id: importId, reasons: doubts },
  )

/** An import's row stores both in the contract's shape. */
export const confirmedOf = ({ confirmed }: { confirmed: unknown }) => (confirmed ?? []) as Confirmation
export const storedDoubts = ({ doubts }: { doubts: unknown }) => (doubts ?? []) as Doubt[]
