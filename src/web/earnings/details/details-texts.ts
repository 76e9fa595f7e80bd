import { countryCodes } from '../../../shared/payouts/countries.ts'
import type { AnswerOf } from '../../api/client.ts'

export type OwnDetails = AnswerOf<'GET /api/v1/me/payout-details'>
export type ShownDetails = NonNullable<OwnDetails['current']>
export type Method = ShownDetails['method']

/** Where to prove that the address is one's own. */
export const proofHint = 'Follow the link that we mail to you: it shows that the address is yours.'

export const methodNames: Record<Method, string> = {
  paypal: 'PayPal',
  wise: 'Wise',
  other: 'Another way',
}

const names = new Intl.DisplayNames('en', { type: 'region' })

/** A country in English. */
export const countryName = (code: string): string => names.of(code) ?? code

/** All countries, by their English names. */
export const countries = (): { code: string; name: string }[] =>
  countryCodes
    .map((code) => ({ code, name: countryName(code) }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en'))
