import { currencies, currencyCodes, digitsOf, isCurrency } from '../../../../shared/amazon/currencies.ts'

/** The sign that separates whole units from their parts. */
export type DecimalSign = '.' | ','

/** How the amounts of a file are written. */
export type AmountStyle = { decimal: DecimalSign; currency: string }

const minus = /[\u2212\u2013]/g
const spaces = /[\s\u00a0\u202f]+/g

const grouped: Record<DecimalSign, RegExp> = {
  '.': /^(\d+|\d{1,3}(?:,\d{3})+)?(?:\.(\d*))?$/,
  ',': /^(\d+|\d{1,3}(?:\.\d{3})+)?(?:,(\d*))?$/,
}
/** Rupees are grouped by lakhs, `1,23,456`, if they are not grouped as elsewhere. */
const byLakhs = /^(\d{1,2}(?:,\d{2})*,\d{3})(?:\.(\d*))?$/
/** Far above an order's commission, and far below the largest exact number. */
const maxDigits = 10

/**
 * Which decimal sign an amount proves; null if it could be either. Three digits after a single sign prove nothing:
 * `1.234` may be 1234 or a fraction.
 */
export function provenDecimalSign(text: string): DecimalSign | null {
  const signs = text.match(/[.,]/g) as DecimalSign[] | null
  const last = signs?.at(-1)
  if (!signs || !last) return null
  const other = last === '.' ? ',' : '.'
  if (signs.includes(other)) return last
  if (signs.length > 1) return other
  return /[.,]\d{1,2}\D*$/.test(text) ? last : null
}

type Amount = { cents: number } | { problem: string }

/** The signs and the code of each currency, as they appear beside an amount. */
const ownSigns = Object.fromEntries(
  currencyCodes.map((code) => [
    code,
    new RegExp([...currencies[code].signs, code].map((sign) => sign.replace(/[$.]/g, '\\$&')).join('|'), 'i'),
  ]),
)

/**
 * The amount of a cell in the currency's smallest unit: `12.34`, `$1,234.50`, `(4.20)`, `-4.20`, `4.20-`
 * (docs/product/reports.md#cells).
 */
export function readAmount(cell: string, { decimal, currency }: AmountStyle): Amount {
  const digits = digitsOf(currency)
  // Nearly all amounts look like this.
  if (decimal === '.' && digits === 2 && /^\d{1,10}\.\d\d$/.test(cell))
    return { cents: Number(cell.replace('.', '')) }
  const text = cell
    .replace(minus, '-')
    .replace(spaces, '')
    .replace(ownSigns[currency] ?? '', '')
  const [, before = '', opening, number = '', closing, after = ''] =
    /^(-?)(\()?(.*?)(\))?(-?)$/.exec(text) ?? []
  const isNegative = before + after === '-' || opening !== undefined
  if ((before + after + (opening ?? '')).length > 1 || (opening === undefined) !== (closing === undefined))
    return noAmount(cell, digits)
  const lakhs = decimal === '.' && currency === 'INR' ? byLakhs.exec(number) : null
  const [, whole = '', fraction = ''] = lakhs ?? grouped[decimal].exec(number) ?? []
  const units = whole.replace(/[.,]/g, '')
  if (units === '' && fraction === '')
    return isReadOtherwise(number, decimal) ? otherwise(cell, digits) : noAmount(cell, digits)
  if (/^[1-9]\d{0,2}[.,]\d{3}$/.test(number) && fraction !== '') return ambiguous(cell, digits)
  if (/[1-9]/.test(fraction.slice(digits))) return { problem: `“${shown(cell)}” has ${partsOf(digits)}.` }
  if (units.length > maxDigits) return { problem: `“${shown(cell)}” is too large an amount.` }
  const cents = Number(units) * 10 ** digits + Number(fraction.slice(0, digits).padEnd(digits, '0'))
  return { cents: isNegative && cents > 0 ? -cents : cents }
}

const isReadOtherwise = (number: string, decimal: DecimalSign) =>
  number !== '' && grouped[decimal === '.' ? ',' : '.'].test(number) && /\d/.test(number)

const partsOf = (digits: number) => (digits === 0 ? 'parts of the smallest unit' : 'parts of a cent')
const example = (digits: number) => (digits === 0 ? '1234' : '12.34')
const noAmount = (cell: string, digits: number) => ({
  problem: `“${shown(cell)}” is no amount. Write it as ${example(digits)}.`,
})
const otherwise = (cell: string, digits: number) => ({
  problem: `“${shown(cell)}” is written otherwise than the other amounts of this file. Write all of them as ${example(digits)}.`,
})
const ambiguous = (cell: string, digits: number) => ({
  problem: `“${shown(cell)}” can be read as whole ${digits === 0 ? 'units' : 'dollars'} or as ${partsOf(digits)}. Write it as ${example(digits)}.`,
})

/** The part of a cell that fits into a message. */
export const shown = (cell: string): string => (cell.length > 40 ? `${cell.slice(0, 40)}…` : cell)

const codes = new Set(Intl.supportedValuesOf('currency'))
const names = /^(?:kr|zł|zl|rs|fr|tl|aed|dhs?|le|sr)$/i
const signs = /[A-Z]{1,3}\$|\p{Sc}|\p{L}+/giv

/** The currency in an amount or a column's name, if it is another than the file's own. */
export function foreignCurrency(text: string, own: string): string | null {
  const isOwn = isCurrency(own)
    ? (sign: string) =>
        [own, ...currencies[own].signs].some((one) => one.toLowerCase() === sign.toLowerCase())
    : () => false
  const shownSigns = text.match(signs) ?? []
  return shownSigns.find((sign) => !isOwn(sign) && isMoney(sign)) ?? null
}

const isMoney = (sign: string) => !/^\p{L}+$/v.test(sign) || codes.has(sign.toUpperCase()) || names.test(sign)
