import type { MonthWorth } from '../../earnings/contract.ts'
import { currencyCodes, decimalOf, digitsOf, moneyText, shortRate } from '../../shared/amazon/currencies.ts'

/**
 * An order's worth in an earning month, in its currency's smallest unit; below zero if it was returned in that month.
 */
export type MonthAmount = { month: string; amount: number; rate: string | null }

/** The rest of a month's purchases, in whole units, and the rate that converted it. */
export type Conversion = { month: string; currency: string; amount: string; usd_per_unit: string }

/** An exact decimal as an integer of 10^-scale. */
function exact(decimal: string): { value: bigint; scale: number } {
  const [whole = '0', fraction = ''] = decimal.split('.')
  return { value: BigInt(whole + fraction), scale: fraction.length }
}

/** A quotient of integers above zero, half rounded up. */
const rounded = (dividend: bigint, divisor: bigint): bigint => (2n * dividend + divisor) / (2n * divisor)

/** An amount in a currency's smallest unit as US cents, half a cent rounded away from zero. */
export function inCents(amount: number, currency: string, usdPerUnit: string): number {
  const { value, scale } = exact(usdPerUnit)
  const cents = rounded(BigInt(Math.abs(amount)) * value * 100n, 10n ** BigInt(digitsOf(currency) + scale))
  return amount < 0 ? 0 - Number(cents) : Number(cents)
}

/**
 * An order's worth in each month, in US cents: each month's purchases at that month's rate. Returns are taken from the
 * earliest purchases first, so they take at the rate of the purchase, and a full return leaves nothing. The conversions
 * list the rests. Null while a month of purchases has no rate. order_dollars() in the database computes the sum.
 */
export function convert(
  months: MonthAmount[],
  currency: string,
): { months: MonthWorth[]; conversions: Conversion[] } | null {
  const inOrder = months.toSorted((a, b) => (a.month < b.month ? -1 : 1))
  const bought: { month: string; rate: string; left: number }[] = []
  for (const { month, amount, rate } of inOrder) {
    if (amount <= 0) continue
    if (rate === null) return null
    bought.push({ month, rate, left: amount })
  }
  /** Takes returns from the earliest purchases; returns their sum. */
  const take = (amount: number): number => {
    let wanted = amount
    let cents = 0
    for (const purchase of bought) {
      const taken = Math.min(purchase.left, wanted)
      cents += inCents(purchase.left, currency, purchase.rate)
      purchase.left -= taken
      wanted -= taken
      cents -= inCents(purchase.left, currency, purchase.rate)
    }
    return cents
  }
  const rateOf = new Map(bought.map(({ month, rate }) => [month, rate]))
  const worth = inOrder.map(({ month, amount }) => {
    const rate = rateOf.get(month)
    return { month, cents: rate === undefined ? 0 - take(-amount) : inCents(amount, currency, rate) }
  })
  return {
    months: worth,
    conversions: bought.map(({ month, rate, left }) => ({
      ...{ month, currency, amount: decimalOf(left, currency), usd_per_unit: rate },
    })),
  }
}

/** Rates that differ this much have to be confirmed. */
const surprising = 0.05

/** The example by which a rate is confirmed; null if it is near the last one. */
export function exampleOf(currency: string, rate: string, last: string | null): string | null {
  if (last !== null && Math.abs(Number(rate) / Number(last) - 1) < surprising) return null
  const units = digitsOf(currency) === 0 ? 1000 : 100
  const cents = inCents(units * 10 ** digitsOf(currency), currency, rate)
  return `${moneyText(units, currency)} = ${moneyText(cents / 100, 'USD')}`
}

const meanDigits = 10
const workScale = 10n ** 24n

/** Euros are quoted in dollars, other currencies in units for one euro. */
const usdPerUnit = (row: Map<string, string>, currency: string): bigint | null => {
  const [dollars, units] = [row.get('USD'), currency === 'EUR' ? '1' : row.get(currency)]
  if (!isRate(dollars) || !isRate(units)) return null
  const [usd, per] = [exact(dollars), exact(units)]
  return (usd.value * workScale * 10n ** BigInt(per.scale)) / (per.value * 10n ** BigInt(usd.scale))
}
const isRate = (text: string | undefined): text is string =>
  text !== undefined && /^\d{1,9}(\.\d{1,10})?$/.test(text) && Number(text) > 0

/** The mean of a month's days for each currency of a marketplace that all of them have, and how many days there are. */
export type Means = { days: number; rates: { currency: string; usd_per_unit: string }[] }

/**
 * The means of a month by the rows of the European Central Bank's file of reference rates: `Date`, then a column for
 * each currency, newest or oldest first. Returns the problem if the file does not have the whole month.
 */
export function meansOf(rows: string[][], month: string): Means | { problem: string } {
  const [header = [], ...lines] = rows.map((row) => row.map((cell) => cell.trim()))
  if (header[0] !== 'Date' || !header.includes('USD'))
    return {
      problem:
        'This is not the European Central Bank’s file: its first line begins with Date and has a column USD.',
    }
  const days = lines.filter(([day = '']) => day.startsWith(`${month}-`))
  const numbers = days.map(([day = '']) => Number(day.slice(8))).sort((a, b) => a - b)
  const last = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate()
  if (new Set(numbers).size < numbers.length) return { problem: 'This file has a day twice.' }
  // Banks are closed on weekends and holidays, at most some days in a row.
  if ((numbers[0] ?? 99) > 5 || (numbers.at(-1) ?? 0) < last - 4 || numbers.length < 15)
    return { problem: 'Some days of that month are missing in this file.' }
  const tables = days.map((cells) => new Map(header.map((name, at) => [name, cells[at] ?? ''])))
  const rates = currencyCodes.flatMap((currency) => {
    if (currency === 'USD') return []
    const daily = tables.map((row) => usdPerUnit(row, currency))
    if (!daily.every((one) => one !== null)) return []
    const sum = daily.reduce((total, one) => total + one, 0n)
    const mean = rounded(sum * 10n ** BigInt(meanDigits), workScale * BigInt(daily.length))
    return [{ currency, usd_per_unit: shortRate(withPoint(mean)) }]
  })
  return rates.length === 0
    ? { problem: 'No currency of a marketplace has a rate for every day in this file.' }
    : { days: days.length, rates }
}

const withPoint = (mean: bigint): string => {
  const text = String(mean).padStart(meanDigits + 1, '0')
  return `${text.slice(0, -meanDigits)}.${text.slice(-meanDigits)}`
}
