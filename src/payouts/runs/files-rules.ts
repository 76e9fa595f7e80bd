import { centsToUsd } from '../../shared/money.ts'
import type { PayoutMethod } from '../details/contract.ts'
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
const amountOf = ({ cents }: FiledLine) => centsToUsd(cents).toFixed(2)

/** What each provider takes, in one currency: how many rows a file may have, and what stands in them. */
const kinds: Record<
  FileKind,
  {
    most: number
    head: string[] | null
    takes: (line: FiledLine) => boolean
    row: (line: FiledLine) => string[]
  }
> = {
  paypal: {
    most: 5_000,
    head: null,
    takes: ({ method }) => method === 'paypal',
    row: (line) => [line.account, amountOf(line), 'USD', line.reference, note, 'PayPal'],
  },
  wise: {
    most: 1_000,
    head: [
      ...['name', 'recipientEmail', 'paymentReference', 'receiverType', 'amountCurrency', 'amount'],
      ...['sourceCurrency', 'targetCurrency'],
    ],
    takes: ({ method }) => method === 'wise',
    row: (line) => [
      ...[line.legal_name, line.account, line.reference, 'PERSON', 'source', amountOf(line), 'USD', 'USD'],
    ],
  },
  csv: {
    most: 100_000,
    head: ['reference', 'username', 'legal_name', 'country', 'method', 'account', 'amount', 'currency'],
    takes: () => true,
    row: (line) => [
      ...[line.reference, line.username, line.legal_name, line.country, line.method, line.account],
      ...[amountOf(line), 'USD'],
    ],
  },
}

/** The files of a run: cells by rows, of each kind that has lines, in parts as large as the provider takes. */
export function filesOf(run: number, lines: FiledLine[]) {
  return (Object.keys(kinds) as FileKind[]).flatMap((kind) => {
    const { most, head, takes, row } = kinds[kind]
    const own = lines.filter(takes)
    return Array.from({ length: Math.ceil(own.length / most) }, (_, index) => {
      const part = own.slice(index * most, (index + 1) * most)
      return {
        kind,
        part: index + 1,
        name: `payout-${run}-${kind}${own.length > most ? `-${index + 1}` : ''}.csv`,
        rows: part.length,
        cells: [...(head ? [head] : []), ...part.map(row)],
      }
    })
  })
}
