import { currencyName, digitsOf, moneyText } from '../../shared/amazon/currencies.ts'

/** An amount in whole units as a currency's smallest ones; null if it has a fraction of one. */
export function toSmallest(units: number, currency: string): number | null {
  const scale = 10 ** digitsOf(currency)
  const smallest = Math.round(units * scale)
  return smallest / scale === units ? smallest : null
}

/** The message for an amount with a fraction of a currency's smallest unit. */
export const wholeUnits = (currency: string): string =>
  digitsOf(currency) === 2
    ? 'Use whole cents.'
    : `Use ${digitsOf(currency) === 0 ? 'no' : digitsOf(currency)} decimals for ${currencyName(currency)}.`

/** The lines of a transfer in US cents: each one's share of the transfer's, rounded so that they add up to it. */
export function dollarsOfLines(amounts: number[], usdCents: number): number[] {
  const total = BigInt(amounts.reduce((sum, amount) => sum + amount, 0))
  let before = 0n
  let amount = 0n
  return amounts.map((own) => {
    amount += BigInt(own)
    const until = divided(amount * BigInt(usdCents), total)
    const cents = until - before
    before = until
    return Number(cents)
  })
}

/** A quotient by an integer above zero, half rounded up. */
function divided(dividend: bigint, divisor: bigint): bigint {
  const twice = 2n * dividend + divisor
  const quotient = twice / (2n * divisor)
  return twice < 0n && twice % (2n * divisor) !== 0n ? quotient - 1n : quotient
}

/** A question to confirm once before a transfer is recorded; its `id` is sent back. */
export type Question = { id: string; text: string }

/** A rate that differs this much from the month's is asked about. */
const surprising = 0.1

/** The question about a month that a transfer pays for; null if there is none. */
export function questionOfMonth({
  month,
  name,
  site,
  endsBefore,
  hasOrders,
  first,
}: {
  month: string
  /** What people call the month, and its marketplace. */
  name: string
  site: string
  /** Whether it was over when the transfer came. */
  endsBefore: boolean
  hasOrders: boolean
  /** The first month in which the marketplace has orders. */
  first: string | null
}): Question | null {
  if (!endsBefore) return { id: `not_over ${month}`, text: `${name} was not over on that day.` }
  if (first !== null && month < first)
    return { id: `before_first ${month}`, text: `${name} is before the first order of ${site}.` }
  if (!hasOrders) return { id: `no_orders ${month}`, text: `${site} has no orders of ${name}.` }
  return null
}

/** The question about the dollars received for a transfer in another currency; null if there is none. */
export function questionOfRate(
  units: number,
  { currency, usd, usdPerUnit }: { currency: string; usd: number; usdPerUnit: number | null },
): Question | null {
  if (usdPerUnit !== null && Math.abs(usd / units / usdPerUnit - 1) < surprising) return null
  const text = `${moneyText(units, currency)} became ${moneyText(usd, 'USD')}.`
  const usual =
    usdPerUnit === null ? '' : ` By the last rate it would be ${moneyText(units * usdPerUnit, 'USD')}.`
  return { id: `rate ${units} ${usd}`, text: text + usual }
}
