import type { PayoutMethod } from './contract.ts'

/** Where a person is paid. `country` is a code of ISO 3166, `account` an address or words. */
export type PayoutAccount = { account: string; legal_name: string; country: string }

/** An account in one spelling, so that it is recognised under two payees. */
export const accountForm = (method: PayoutMethod, account: string): string =>
  `${method} ${account.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim()}`

/** An account for the screen of its owner, who knows it: `m•••@example.com`, or the last four characters. */
export function hiddenAccount(account: string): string {
  const [name = '', host] = account.split('@')
  return host === undefined || account.includes(' ')
    ? `••• ${[...account].slice(-4).join('')}`
    : `${name.slice(0, 1)}•••@${host}`
}
