import { centsToDecimal } from '../../shared/money.ts'
import { type PayoutMethod, payoutMethods } from '../details/contract.ts'
import type { PayoutAccount } from '../details/rules.ts'

/** A payout as files have it. */
export type FiledLine = PayoutAccount & {
  reference: string
  username: string
  cents: number
  method: PayoutMethod
}

export type FileKind = 'paypal' | 'wise' | 'csv'

/** How a payout is called in files of providers, which take 30 characters. */
export const referenceOf = (run: number, place: number): string => `F${run}-${place}`

const note = 'Your earnings'
const amountOf = ({ cents }: FiledLine) => centsToDecimal(cents)

/** What each provider takes, in one currency: how many rows a file may have, and what stands in them. */
const kinds: Record<
  FileKind,
  {
    most: number
    head: string[] | null
    methods: readonly PayoutMethod[]
    /** Whether people open it in a spreadsheet; what providers' programs read says exactly what was typed. */
    isForSpreadsheets: boolean
    row: (line: FiledLine) => string[]
  }
> = {
  paypal: {
    most: 5_000,
    head: null,
    methods: ['paypal'],
    isForSpreadsheets: false,
    row: (line) => [line.account, amountOf(line), 'USD', line.reference, note, 'PayPal'],
  },
  wise: {
    most: 1_000,
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
    most: 100_000,
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

/** The lines that stand in a file, of all lines of its run in their order. */
const linesIn = <Line extends Filed>(
  lines: Line[],
  { kind, part }: { kind: FileKind; part: number },
): Line[] =>
  lines
    .filter(({ method }) => kinds[kind].methods.includes(method))
    .slice((part - 1) * kinds[kind].most, part * kinds[kind].most)

/**
 * The lines that were sent once a file was handed over. The list of all lines is handed to nobody: with it go those that
 * are in no provider's file.
 */
export const sentWith = <Line extends Filed>(lines: Line[], file: { kind: FileKind; part: number }): Line[] =>
  linesIn(lines, file).filter(({ method }) => file.kind !== 'csv' || method === 'other')

/** The files of a run: cells by rows, of each kind that has lines, in parts as large as the provider takes. */
export function filesOf(run: number, lines: FiledLine[]) {
  return (Object.keys(kinds) as FileKind[]).flatMap((kind) => {
    const { most, head, methods, isForSpreadsheets, row } = kinds[kind]
    const all = lines.filter(({ method }) => methods.includes(method)).length
    return Array.from({ length: Math.ceil(all / most) }, (_, index) => {
      const part = linesIn(lines, { kind, part: index + 1 })
      return {
        kind,
        part: index + 1,
        name: `payout-${run}-${kind}${all > most ? `-${index + 1}` : ''}.csv`,
        rows: part.length,
        isForSpreadsheets,
        cells: [...(head ? [head] : []), ...part.map(row)],
      }
    })
  })
}
