import { moneyText, toUnits } from '../../shared/amazon/currencies.ts'
import type { Doubt } from './contract.ts'
import type { About, Question } from './doubt-rules.ts'
import type { ReportedReturn } from './reported-again/reported-again-rules.ts'

const examplesShown = 20
/** How many rows of an id are shown at most. */
const rowsShown = 4

const plurals = new Intl.PluralRules('en')
/** What fits a count: `fitting(1, 'is', 'are')`. */
const fitting = (count: number, one: string, many: string) => (plurals.select(count) === 'one' ? one : many)
const counted = (count: number, one: string, many = `${one}s`) =>
  `${count.toLocaleString('en-US')} ${fitting(count, one, many)}`

type Known = {
  rows: number
  commission: number
  /** The commission, with and without its sign. */
  money: string
  amount: string
  /** Cents as an amount of the currency. */
  text(cents: number): string
}
type Words = { message: string; examples?: string[] }

const formatNames: Record<string, string> = { folio_csv: 'the CSV', fee_earnings: 'Fee-Earnings' }
const capital = (text: string) => text.replace(/^./, (first) => first.toUpperCase())

const words: { [Kind in Doubt['kind']]: (about: About[Kind], known: Known) => Words } = {
  other_marketplace: ({ marketplaces }, { rows, money }) => ({
    message: `${counted(rows, 'row')}, ${money}, ${fitting(rows, 'is', 'are')} in reports of another marketplace already (${marketplaces.join(', ')}). Undo that import first, or say that these are different sales.`,
  }),
  reopened: ({ orders }, { rows, money, text }) => ({
    message: `${counted(rows, 'order that was', 'orders that were')} returned or cancelled would be shipped again, for ${money}.`,
    examples: orders.map(({ order_item_id, cents }) => `${order_item_id}: ${text(cents)}`),
  }),
  fewer_returns: ({ orders }, { rows, money, text }) => ({
    message: `${counted(rows, 'order')} would lose part of ${fitting(rows, 'its return', 'their returns')}: ${money} more would be owed.`,
    examples: orders.map(({ order_item_id, cents }) => `${order_item_id}: ${text(cents)}`),
  }),
  unclear_returns: ({ orders }, { rows, money, text }) => ({
    message: `The returns of ${counted(rows, 'order')}, ${money}, do not fit what was bought. They take as much as there is, and never more.`,
    examples: orders.map(
      ({ order_item_id, cents, bought_cents }) => `${order_item_id}: ${text(cents)} of ${text(bought_cents)}`,
    ),
  }),
  retold_returns: ({ returns }, { rows, money, text }) => ({
    message: `${counted(rows, 'return')}, ${money}, may be in an earlier report with another day or amount. ${fitting(rows, 'Is it', 'Is each')} the same return, reported again, or another return?`,
    examples: returns.map(
      ({ order_item_id, earlier, later }) =>
        `${order_item_id}: ${returnText(earlier, text)} before, ${returnText(later, text)} now`,
    ),
  }),
  fewer_rows: ({ days }, { rows, commission, amount }) => ({
    message: `${counted(days.length, 'day')} would have ${counted(rows, 'row')} fewer than the report before, and ${amount} ${commission < 0 ? 'more' : 'less'}.`,
    examples: days.map(({ day, before, after }) => `${day}: ${counted(before, 'row')} before, ${after} now`),
  }),
  late_report: ({ late }, { rows, money, text }) => ({
    message: `This report is older than one that counts already. If it had come first, ${counted(rows, 'row')} of that one, for ${money}, would be ${fitting(rows, 'another order', 'other orders')} and matched again. ${fitting(rows, 'It stays the order that it is', 'They stay the orders that they are')}.`,
    examples: late.map(({ day, asin, cents }) => `${day}: ${asin}, ${text(cents)}`),
  }),
  totals: ({ totals }, { rows, commission, amount }) => ({
    message: `The rows that were read do not add up to the file’s own totals: ${counted(rows, 'row')} left out, ${amount} too ${commission > 0 ? 'much' : 'little'}.`,
    examples: totals
      .filter(({ file, rows }) => file !== rows)
      .map(({ column, file, rows }) => `${column}: ${file} in the file, ${rows} of its rows`),
  }),
  duplicates: ({ duplicates }, { rows, money, text }) => ({
    message: `${counted(rows, 'order')} of the CSV and ${counted(rows, 'row')} of Fee-Earnings may be the same ${fitting(rows, 'sale', 'sales')}, for ${money}. ${fitting(rows, 'Are they', 'Is each pair')} one sale, paid once, or two sales?`,
    examples: duplicates.map(
      ({ order, row }) =>
        `${order.id}, ordered ${order.day}, and ${row.id}, shipped ${row.day}: ${order.asin}, ${text(order.cents)}`,
    ),
  }),
  turned_over: ({ leaving, coming }, { commission, amount }) => ({
    message: `${counted(leaving, 'order')} would no longer pay, and ${counted(coming, 'order')} would begin to pay or change: ${amount} ${commission < 0 ? 'less' : 'more'} in all.`,
  }),
  no_paying_date: ({ marketplace, format, other }, { rows, money }) => ({
    message: `${capital(formatNames[other] ?? other)} pays for orders of the marketplace “${marketplace}” so far, and this is ${formatNames[format] ?? format}: ${counted(rows, 'row')}, ${money}. Set the ship date from which Fee-Earnings pays there. Nothing is imported before that.`,
  }),
  repeated_rows: ({ ids }, { rows, money, text }) => ({
    message: `${counted(rows, 'row is equal to an earlier one', 'rows are equal to earlier ones')} of the same id, for ${money}. ${fitting(rows, 'Does it', 'Do they')} count once, or each?`,
    examples: ids.map(({ id, rows, cents }) => `${id}: ${rows} equal rows, ${text(cents)} each`),
  }),
  differing_rows: ({ count, ids }, { rows, money, text }) => ({
    message: `${counted(count, 'id has', 'ids have')} rows of different products or sub tags: ${counted(rows, 'row')}, ${money}. ${fitting(count, 'Is it one order item, counted once, or is each its own?', 'Is each id one order item, counted once, or is each row its own?')}`,
    examples: ids.map(
      ({ id, rows }) =>
        `${id}: ${rows
          .slice(0, rowsShown)
          .map(({ asin, sub_tag, cents }) => `${asin} ${sub_tag ?? 'no sub tag'} ${text(cents)}`)
          .join(', ')}${rows.length > rowsShown ? ` and ${rows.length - rowsShown} more` : ''}`,
    ),
  }),
}

const returnText = ({ back: { day, cents, pieces } }: ReportedReturn, text: Known['text']) =>
  `${cents === 0 && pieces ? counted(pieces, 'piece') : text(cents)} on ${day}`

/** Doubts as they are stored and shown: with a sentence and the first examples. */
export const inWords = (questions: Question[], currency: string): Doubt[] =>
  questions.map(({ about, ...question }) => {
    const { kind, rows, commission } = question
    const known = {
      rows,
      commission,
      money: moneyText(commission, currency),
      amount: moneyText(Math.abs(commission), currency),
      text: (cents: number) => moneyText(toUnits(cents, currency), currency),
    }
    const say = words[kind] as (about: About[Doubt['kind']], known: Known) => Words
    const { message, examples = [] } = say(about, known)
    return { ...question, message, examples: examples.slice(0, examplesShown) }
  })
