import { digitsOf, toUnits } from '../../shared/amazon/currencies.ts'
import { AppError } from '../../shared/errors.ts'
import type { Confirmation, Doubt, ImportDetail } from './contract.ts'
import type { Duplicate } from './formats/duplicate-rules.ts'
import type { ReturnReportedAgain } from './reported-again/reported-again-rules.ts'

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

/** A day for which a report in force has more rows. */
export type FewerRows = { day: string; before: number; after: number; cents_less: number }

/** Rows of a file that are in other marketplaces. */
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

type Totals = NonNullable<ImportDetail['reconciliation']>['totals']

/** The content of a doubt of each kind, besides its rows and its money. */
export type About = {
  other_marketplace: { marketplaces: string[] }
  reopened: Pick<Reopened, 'orders'>
  fewer_returns: Pick<LessReturned, 'orders'>
  unclear_returns: Pick<Unclear, 'orders'>
  retold_returns: { returns: ReturnReportedAgain[] }
  fewer_rows: { days: FewerRows[] }
  late_report: { late: LateRows['rows'] }
  totals: { totals: Totals }
  duplicates: { duplicates: Duplicate[] }
  turned_over: { leaving: number; coming: number }
  no_paying_date: { marketplace: string; format: string; other: string }
  repeated_rows: { ids: RowsInQuestion['repeated']['examples'] }
  differing_rows: { count: number; ids: RowsInQuestion['differing']['examples'] }
}

/**
 * A doubt as data: `doubt-texts.ts` has its sentence. Its commission is in units of the currency, as calls answer it.
 */
export type Question<Kind extends Doubt['kind'] = Doubt['kind']> = {
  [K in Kind]: Pick<Doubt, 'rows' | 'commission' | 'choices'> & { kind: K; about: About[K] }
}[Kind]

/** The possible answers of a doubt that cannot just be confirmed. */
const choices: { [K in Doubt['kind']]?: NonNullable<Doubt['choices']> } = {
  retold_returns: ['same_return', 'another_return'],
  duplicates: ['same_sale', 'two_sales'],
  repeated_rows: ['once', 'each'],
  differing_rows: ['once', 'each'],
}

const ask = <Kind extends Doubt['kind']>(
  kind: Kind,
  { rows, commission }: Pick<Doubt, 'rows' | 'commission'>,
  about: About[Kind],
): Question =>
  ({ kind, rows, commission, about, ...(choices[kind] && { choices: choices[kind] }) }) as Question

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
  /** Likely duplicates in both formats that nobody has decided on. */
  duplicates: Duplicate[]
  /** Returns that may repeat earlier ones, and that nobody has decided on. */
  reportedAgain: ReturnReportedAgain[]
}

const sumOf = <Item>(items: Item[], of: (item: Item) => number) =>
  items.reduce((sum, item) => sum + of(item), 0)

/** What has to be confirmed before an import takes effect (decision 24). */
export function doubtsOf(merging: Merging): Question[] {
  const { elsewhere, reopened, less_returned, unclear, reportedAgain, fewer, late, currency } = merging
  /** Rows, and money that is in cents. */
  const of = (rows: number, cents: number) => ({ rows, commission: toUnits(cents, currency) })
  const questions = [
    elsewhere && ask('other_marketplace', of(elsewhere.rows, elsewhere.cents), elsewhere),
    reopened.count > 0 && ask('reopened', of(reopened.count, reopened.cents), reopened),
    less_returned.count > 0 &&
      ask('fewer_returns', of(less_returned.count, less_returned.cents), less_returned),
    unclear.count > 0 && ask('unclear_returns', of(unclear.count, unclear.cents), unclear),
    reportedAgain.length > 0 &&
      ask(
        'retold_returns',
        of(
          reportedAgain.length,
          sumOf(reportedAgain, ({ later }) => later.back.cents),
        ),
        { returns: reportedAgain },
      ),
    fewer.length > 0 &&
      ask(
        'fewer_rows',
        of(
          sumOf(fewer, ({ before, after }) => before - after),
          sumOf(fewer, ({ cents_less }) => cents_less),
        ),
        { days: fewer },
      ),
    late.count > 0 && ask('late_report', of(late.count, late.cents), { late: late.rows }),
    disagreeing(merging),
    duplicatesDoubt(merging),
  ]
  return questions.filter((question) => question !== null && question !== false)
}

/** Whether it is the one money column of a totals line, whatever its name is in the file. */
const isMoney = ({ column }: { column: string }) => /fees|commission/i.test(column.replace(/[^a-z]/gi, ''))

function disagreeing({ reconciliation, failed, currency }: Merging): Question | null {
  if (!reconciliation || reconciliation.agrees) return null
  const { totals } = reconciliation
  const money = totals.find(isMoney)
  const commission = money ? Number((money.rows - money.file).toFixed(digitsOf(currency))) : 0
  return ask('totals', { rows: failed, commission }, { totals })
}

/** Likely duplicates, to be decided before they would be paid twice (decision 42). */
export function duplicatesDoubt({
  duplicates,
  currency,
}: Pick<Merging, 'duplicates' | 'currency'>): Question | null {
  if (duplicates.length === 0) return null
  const commission = toUnits(
    sumOf(duplicates, ({ order }) => order.cents),
    currency,
  )
  return ask('duplicates', { rows: duplicates.length, commission }, { duplicates })
}

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
}): Question | null {
  const coming = imported + updated
  const rows = withdrawn + coming
  if (rows === 0) return null
  return ask(
    'turned_over',
    { rows, commission: toUnits(cents_more, currency) },
    { leaving: withdrawn, coming },
  )
}

/** The doubt that cannot be confirmed: the ship date from which Fee-Earnings pays has to be set first. */
export const undatedDoubt = (
  { format, marketplace, currency }: { format: string; marketplace: string; currency: string },
  { other, rows, cents }: { other: string; rows: number; cents: number },
): Question =>
  ask('no_paying_date', { rows, commission: toUnits(cents, currency) }, { marketplace, format, other })

/** What has to be chosen before a file's rows are counted (decision 33). */
export function rowDoubtsOf({ repeated, differing }: RowsInQuestion, currency: string): Question[] {
  const of = ({ rows, cents }: { rows: number; cents: number }) => ({
    rows,
    commission: toUnits(cents, currency),
  })
  return [
    ...(repeated.rows > 0 ? [ask('repeated_rows', of(repeated), { ids: repeated.examples })] : []),
    ...(differing.ids > 0
      ? [ask('differing_rows', of(differing), { count: differing.ids, ids: differing.examples })]
      : []),
  ]
}

type Asked = Pick<Doubt, 'kind' | 'rows' | 'commission' | 'choices'>

/** Whether exactly these rows and amounts were confirmed, with a choice where there is one. */
export const isConfirmed = (doubts: Asked[], confirmed: Confirmation): boolean =>
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
export const areCovered = (doubts: Asked[], confirmed: Confirmation): boolean =>
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
