/**
 * The currencies of Amazon's marketplaces: what they are called, how many digits their smallest unit has (yen have no
 * cents), and the signs that reports write beside an amount. Several share a sign.
 */
export const currencies = {
  USD: { name: 'US dollars', digits: 2, signs: ['US$', '$'] },
  CAD: { name: 'Canadian dollars', digits: 2, signs: ['CA$', 'C$', '$'] },
  MXN: { name: 'Mexican pesos', digits: 2, signs: ['MX$', '$'] },
  BRL: { name: 'Brazilian reais', digits: 2, signs: ['R$'] },
  GBP: { name: 'pounds sterling', digits: 2, signs: ['£'] },
  EUR: { name: 'euros', digits: 2, signs: ['€'] },
  PLN: { name: 'Polish zlotys', digits: 2, signs: ['zł', 'zl'] },
  SEK: { name: 'Swedish kronor', digits: 2, signs: ['kr.', 'kr'] },
  TRY: { name: 'Turkish liras', digits: 2, signs: ['₺', 'TL'] },
  AED: { name: 'UAE dirhams', digits: 2, signs: ['Dhs.', 'Dhs', 'Dh.', 'Dh'] },
  SAR: { name: 'Saudi riyals', digits: 2, signs: ['SR.', 'SR', '﷼'] },
  EGP: { name: 'Egyptian pounds', digits: 2, signs: ['E£', 'LE.', 'LE', '£'] },
  INR: { name: 'Indian rupees', digits: 2, signs: ['₹', 'Rs.', 'Rs'] },
  JPY: { name: 'yen', digits: 0, signs: ['JP¥', '¥', '￥', '円'] },
  SGD: { name: 'Singapore dollars', digits: 2, signs: ['SG$', 'S$', '$'] },
  AUD: { name: 'Australian dollars', digits: 2, signs: ['AU$', 'A$', '$'] },
  ZAR: { name: 'South African rand', digits: 2, signs: ['R'] },
} as const

export type Currency = keyof typeof currencies

export const currencyCodes = Object.keys(currencies) as Currency[]

/** True for a code of the table above. */
export const isCurrency = (code: string): code is Currency => Object.hasOwn(currencies, code)

/** What a currency is called in a sentence: `yen`. */
export const currencyName = (code: string): string => (isCurrency(code) ? currencies[code].name : code)

/** How many digits the smallest unit of a currency has. */
export const digitsOf = (code: string): number => (isCurrency(code) ? currencies[code].digits : 2)

/** An amount in smallest units as a number of whole ones: 1200 pence are 12, 1000 yen are 1000. */
export const toUnits = (amount: number, code: string): number => amount / 10 ** digitsOf(code)

/** The same where there may be no amount. */
export const unitsOrNone = (amount: number | null, code: string): number | null =>
  amount === null ? null : toUnits(amount, code)

/** An amount in a currency's smallest unit as an exact decimal: `12.00`, `-0.50`, `1000`. */
export function decimalOf(amount: number, code: string): string {
  const digits = digitsOf(code)
  const text = String(Math.abs(amount)).padStart(digits + 1, '0')
  const sign = amount < 0 ? '-' : ''
  return digits === 0 ? `${sign}${text}` : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`
}

/** A rate without zeros at its end. */
export const shortRate = (rate: string): string =>
  rate.includes('.') ? rate.replace(/0+$/, '').replace(/\.$/, '') : rate

/** Dollars for one unit, as an exact decimal above zero. */
export const ratePattern = /^(?!0+(\.0+)?$)\d{1,6}(\.\d{1,10})?$/

const formats = new Map<string, Intl.NumberFormat>()

/**
 * An amount in whole units with the sign that tells its currency from others, and a true minus: '£12.00', '−¥1,000'.
 * Rupees are grouped as in India: '₹1,00,000.00'.
 */
export function moneyText(units: number, code: string): string {
  const locale = code === 'INR' ? 'en-IN' : 'en-US'
  const format = formats.get(code) ?? new Intl.NumberFormat(locale, { style: 'currency', currency: code })
  formats.set(code, format)
  return `${units < 0 ? '−' : ''}${format.format(Math.abs(units))}`
}
