/**
 * The headers of the columns that Folio reads from a provider's file, in any case; if several match, the first counts.
 */
type Format = {
  name: string
  reference: readonly string[]
  status: readonly string[]
  amount: readonly string[]
  currency: readonly string[]
  payment: readonly string[]
  /** Whether it has no other columns. */
  isWhole?: true
}

/** The columns of Folio's own form, which the page offers for each run. */
export const formColumns = ['reference', 'status', 'amount', 'currency', 'provider_reference'] as const

/** The providers' names for the column with our reference, and for the others. No other column identifies a row. */
const formats: Format[] = [
  {
    name: 'Folio’s form',
    ...{ reference: ['reference'], status: ['status'], amount: ['amount'], currency: ['currency'] },
    payment: ['provider_reference'],
    isWhole: true,
  },
  {
    name: 'PayPal',
    reference: ['Unique ID', 'Customer ID', 'Custom Number'],
    status: ['Transaction Status', 'Status'],
    amount: ['Amount', 'Gross'],
    currency: ['Currency'],
    payment: ['Transaction ID'],
  },
  {
    name: 'Wise',
    reference: ['Payment reference', 'paymentReference', 'Reference'],
    status: ['Status', 'Transfer status'],
    amount: ['Amount', 'Target amount (after fees)', 'Target amount'],
    currency: ['Target currency', 'targetCurrency', 'Currency'],
    payment: ['ID', 'Transfer ID', 'transferId'],
  },
]

/** A row of a provider's file: a result of a payout. */
export type ReportedResult = {
  reference: string
  word: string
  /** The sent amount without a sign, in cents; null if there is none, NaN if it cannot be read. */
  cents: number | null
  /** Null if there is none. */
  currency: string | null
  providerReference: string | null
  /** The provider's reason. */
  why: string | null
}

/** Separators in such files. */
export const separators = [',', ';', '\t'] as const

/** The columns that Folio looks for in a file of results, for people who sent another one. */
export const lookedFor = formats
  .map(({ name, reference, status }) => `${name}: “${reference[0]}” and “${status[0]}”`)
  .join('; ')

/** The rows of a file from its cells, the header first; null if the header has no known format. */
export function readResults([head = [], ...rows]: string[][]): ReportedResult[] | null {
  const names = head.map((name) => name.trim().toLowerCase())
  const columnOf = (some: readonly string[]) => {
    const name = some.find((one) => names.includes(one.toLowerCase()))
    return name === undefined ? -1 : names.indexOf(name.toLowerCase())
  }
  const format = formats.find(
    ({ reference, status, isWhole }) =>
      columnOf(reference) >= 0 &&
      columnOf(status) >= 0 &&
      (!isWhole || names.every((name) => (formColumns as readonly string[]).includes(name))),
  )
  if (!format) return null
  const [reference, status] = [columnOf(format.reference), columnOf(format.status)]
  const [amount, currency] = [columnOf(format.amount), columnOf(format.currency)]
  const payment = columnOf(format.payment)
  return rows.flatMap((cells) => {
    const cell = (column: number) => cells[column]?.trim() ?? ''
    // The form lists all payouts of a run: an empty row says nothing.
    if (cell(reference) === '' || (format.isWhole && cell(status) === '')) return []
    return [
      {
        reference: cell(reference),
        word: cell(status),
        cents: readCents(cell(amount)),
        currency: cell(currency).toUpperCase() || null,
        providerReference: cell(payment).slice(0, 100) || null,
        why: null,
      },
    ]
  })
}

/** An amount in cents, whatever its sign and separators; null for nothing, NaN if it is ambiguous. */
export function readCents(text: string): number | null {
  const bare = text.replaceAll(/[\s\u2212$+-]|USD/gi, '')
  if (bare === '') return null
  const [, whole, part = ''] =
    /^(\d+)(?:[.,](\d{1,2}))?$/.exec(bare) ??
    /^(\d{1,3}(?:,\d{3})+)(?:\.(\d{1,2}))?$/.exec(bare) ??
    /^(\d{1,3}(?:\.\d{3})+)(?:,(\d{1,2}))?$/.exec(bare) ??
    []
  return whole === undefined ? Number.NaN : Number(whole.replaceAll(/[.,]/g, '') + part.padEnd(2, '0'))
}
