import { centsToDecimal } from '../../shared/money.ts'

/** A payment with whom it went to; names are null where the key of the details is lost. */
export type NamedPayment = {
  payeeId: string
  username: string | null
  legalName: string | null
  country: string | null
  cents: number
  /** From 1 to 4. */
  quarter: number
}

const head = ['payee_id', 'username', 'legal_name', 'country', 'q1', 'q2', 'q3', 'q4', 'total', 'payments']

/** A row for each payee, name and country: what was paid in each quarter, in US dollars, and how often. */
export function yearCells(payments: NamedPayment[]): string[][] {
  const groups = Map.groupBy(payments, ({ payeeId, legalName, country }) =>
    JSON.stringify([payeeId, legalName, country]),
  )
  const rows = [...groups.values()].map((own) => {
    const [{ payeeId, username, legalName, country }] = own as [NamedPayment]
    const sum = (of: NamedPayment[]) => centsToDecimal(of.reduce((cents, one) => cents + one.cents, 0))
    return [
      ...[payeeId, username ?? '', legalName ?? '', country ?? ''],
      ...[1, 2, 3, 4].map((quarter) => sum(own.filter((one) => one.quarter === quarter))),
      ...[sum(own), String(own.length)],
    ]
  })
  return [head, ...rows]
}
