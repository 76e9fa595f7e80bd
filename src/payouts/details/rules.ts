import { dayMs } from '../../shared/time.ts'
import type { PayoutMethod } from './contract.ts'

/** A change waits so long before it counts, for its owner to read the mail about it (decision 80). */
const waitMs = 3 * dayMs

/** When details that are entered at `now` begin to count. */
export const countsFrom = (now: Date): Date => new Date(now.getTime() + waitMs)

/** Where somebody is paid. `country` is a code of ISO 3166, `account` an address or words. */
export type PayoutAccount = { account: string; legal_name: string; country: string }

/** An account in one spelling, so that the same one is recognised under two payees. */
export const accountForm = (method: PayoutMethod, account: string): string =>
  `${method} ${account.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim()}`

/** An account for the screen of its owner, who knows it: `m•••@example.com`, or the last four characters. */
export function hiddenAccount(account: string): string {
  const [name = '', host] = account.split('@')
  return host === undefined || account.includes(' ')
    ? `••• ${[...account].slice(-4).join('')}`
    : `${name.slice(0, 1)}•••@${host}`
}

/** Of two rows of details at most, those that count at `now` and those that will. */
export function standing<Row extends { counts_from: Date }>(rows: Row[], now: Date) {
  const newestFirst = rows.toSorted((one, other) => other.counts_from.getTime() - one.counts_from.getTime())
  return {
    current: newestFirst.find((row) => row.counts_from <= now) ?? null,
    coming: newestFirst.find((row) => row.counts_from > now) ?? null,
  }
}
