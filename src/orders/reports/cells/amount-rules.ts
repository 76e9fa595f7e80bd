/** What separates dollars from cents. */
export type DecimalSign = '.' | ','

const minus = /[\u2212\u2013]/g
const spaces = /[\s\u00a0\u202f]+/g
const dollars = /US\$|USD|\$/i

const grouped: Record<DecimalSign, RegExp> = {
  '.': /^(\d+|\d{1,3}(?:,\d{3})+)?(?:\.(\d*))?$/,
  ',': /^(\d+|\d{1,3}(?:\.\d{3})+)?(?:,(\d*))?$/,
}
/** Far above an order's commission, and far below what a number holds exactly. */
const maxDigits = 10

/**
 * Which decimal sign an amount proves, whoever wrote it; null where it could be either. Three digits after a single
 * sign prove nothing: `1.234` may be 1234 or a fraction.
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

/**
 * The dollars of a cell in whole cents: `12.34`, `$1,234.50`, `(4.20)`, `-4.20`, `4.20-`
 * (docs/product/reports.md#cells).
 */
export function readAmount(cell: string, decimal: DecimalSign): Amount {
  // Nearly all amounts are written so.
  if (decimal === '.' && /^\d{1,10}\.\d\d$/.test(cell)) return { cents: Number(cell.replace('.', '')) }
  const text = cell.replace(minus, '-').replace(spaces, '').replace(dollars, '')
  const [, before = '', opening, number = '', closing, after = ''] =
    /^(-?)(\()?(.*?)(\))?(-?)$/.exec(text) ?? []
  const isNegative = before + after === '-' || opening !== undefined
  if ((before + after + (opening ?? '')).length > 1 || (opening === undefined) !== (closing === undefined))
    return noAmount(cell)
  const [, whole = '', fraction = ''] = grouped[decimal].exec(number) ?? []
  const digits = whole.replace(/[.,]/g, '')
  if (digits === '' && fraction === '')
    return isReadOtherwise(number, decimal) ? otherwise(cell) : noAmount(cell)
  if (/^[1-9]\d{0,2}[.,]\d{3}$/.test(number) && fraction !== '') return ambiguous(cell)
  if (/[1-9]/.test(fraction.slice(2))) return { problem: `“${shown(cell)}” has parts of a cent.` }
  if (digits.length > maxDigits) return { problem: `“${shown(cell)}” is too large an amount.` }
  const cents = Number(digits) * 100 + Number(fraction.slice(0, 2).padEnd(2, '0'))
  return { cents: isNegative && cents > 0 ? -cents : cents }
}

const isReadOtherwise = (number: string, decimal: DecimalSign) =>
  number !== '' && grouped[decimal === '.' ? ',' : '.'].test(number) && /\d/.test(number)

const noAmount = (cell: string) => ({ problem: `“${shown(cell)}” is no amount. Write it as 12.34.` })
const otherwise = (cell: string) => ({
  problem: `“${shown(cell)}” is written otherwise than the other amounts of this file. Write all of them as 12.34.`,
})
const ambiguous = (cell: string) => ({
  problem: `“${shown(cell)}” can be read as whole dollars or as parts of a cent. Write it as 12.34.`,
})

/** As much of a cell as fits into a message. */
export const shown = (cell: string): string => (cell.length > 40 ? `${cell.slice(0, 40)}…` : cell)

const currencyCodes = new Set(Intl.supportedValuesOf('currency').filter((code) => code !== 'USD'))
const namesOfOthers = /^(?:kr|zł|zl|rs|fr|tl|aed|dhs?|le|sr)$/i

/** The currency that an amount or a column's name shows, if it is another than US dollars. */
export function foreignCurrency(text: string): string | null {
  const sign = /[\p{Sc}--$]/v.exec(text)?.[0]
  if (sign) return sign
  const [otherDollar, country] = /\b([A-Z]{1,3})\$/i.exec(text) ?? []
  if (otherDollar && country?.toUpperCase() !== 'US') return otherDollar
  const words = text.match(/\p{L}+/gu) ?? []
  return words.find((word) => currencyCodes.has(word.toUpperCase()) || namesOfOthers.test(word)) ?? null
}
