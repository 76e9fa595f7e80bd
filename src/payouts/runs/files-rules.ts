import { centsToDecimal } from '../../shared/money.ts'
import { type PayoutMethod, payoutMethods } from '../details/contract.ts'
import type { PayoutAccount } from '../details/rules.ts'

/** A payout as files list it. */
export type FiledLine = PayoutAccount & {
  reference: string
  username: string
  cents: number
  method: PayoutMethod
}

export type FileKind = 'paypal' | 'wise' | 'csv'

/** Digits and letters that nobody confuses, and that form no word. */
const signs = '23456789CDFGHJKMNPQRTVWXY'

/** The reference of a new payout in providers' files, with four characters that `pick` draws. */
export const newReference = (run: number, place: number, pick: (count: number) => number): string =>
  `F${run}-${place}-${Array.from({ length: 4 }, () => signs[pick(signs.length)]).join('')}`

const note = 'Your earnings'
const amountOf = ({ cents }: FiledLine) => centsToDecimal(cents)

/** The files that each provider accepts, in one currency: how many rows, and their columns. */
const kinds: Record<
  FileKind,
  {
    maxRows: number
    head: string[] | null
    methods: readonly PayoutMethod[]
    /** Whether people open it in a spreadsheet; a file for a provider's program has exactly the typed text. */
    isForSpreadsheets: boolean
    row: (line: FiledLine) => string[]
  }
> = {
  paypal: {
    maxRows: 5_000,
    head: null,
    methods: ['paypal'],
    isForSpreadsheets: false,
    row: (line) => [line.account, amountOf(line), 'USD', line.reference, note, 'PayPal'],
  },
  wise: {
    maxRows: 1_000,
    head: [
      ...['name', 'recipientEmail', 'paymentReference', 'receiverType', 'amountCurrency', 'amount'],
      ...['sourceCurrency', 'targetCurrency'],
    ],
    methods: ['wise'],
    isForSpreadsheets: false,
    row: (line) => [
      ...[line.legal_name, line.account, line.reference, 'PERSON', 'source', amountOf(line), 'USD', 'USD'],
    ],
  },
  csv: {
    maxRows: 100_000,
    head: ['reference', 'username', 'legal_name', 'country', 'method', 'account', 'amount', 'currency'],
    methods: payoutMethods,
    isForSpreadsheets: true,
    row: (line) => [
      ...[line.reference, line.username, line.legal_name, line.country, line.method, line.account],
      ...[amountOf(line), 'USD'],
    ],
  },
}

type Filed = Pick<FiledLine, 'method'>

/**
 * The lines of a file, out of all lines of its run in order: they are split into parts before lines that have left it
 * are removed, so that a line stays in the same part for ever.
 */
export const linesIn = <Line extends Filed>(
  lines: Line[],
  { kind, part }: { kind: FileKind; part: number },
): Line[] =>
  lines
    .filter(({ method }) => kinds[kind].methods.includes(method))
    .slice((part - 1) * kinds[kind].maxRows, part * kinds[kind].maxRows)

/**
 * The lines that are sent once a file was handed to its provider. Nobody sends the list of all lines: with it, those
 * count that are in no provider's file.
 */
export const sentWith = <Line extends Filed>(lines: Line[], file: { kind: FileKind; part: number }): Line[] =>
  linesIn(lines, file).filter(({ method }) => file.kind !== 'csv' || method === 'other')

/** Whether a payout has left its file, into which it never comes back: it was cancelled, failed or came back. */
export const hasLeft = ({ left_file_at }: { left_file_at: Date | null }): boolean => left_file_at !== null

/** The content of a file of these lines: cells by rows. */
export function contentOf(kind: FileKind, lines: FiledLine[]) {
  const { head, isForSpreadsheets, row } = kinds[kind]
  return { rows: lines.length, isForSpreadsheets, cells: [...(head ? [head] : []), ...lines.map(row)] }
}

/** The files of a run, of each kind that has lines, in parts as large as the provider accepts. */
export function filesOf<Line extends Filed>(run: number, lines: Line[]) {
  return (Object.keys(kinds) as FileKind[]).flatMap((kind) => {
    const { maxRows, methods } = kinds[kind]
    const all = lines.filter(({ method }) => methods.includes(method)).length
    return Array.from({ length: Math.ceil(all / maxRows) }, (_, index) => ({
      kind,
      part: index + 1,
      name: `payout-${run}-${kind}${all > maxRows ? `-${index + 1}` : ''}.csv`,
      lines: linesIn(lines, { kind, part: index + 1 }),
    }))
  })
}
