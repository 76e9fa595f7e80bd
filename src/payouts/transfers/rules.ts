import { currencyName, digitsOf, moneyText } from '../../shared/amazon/currencies.ts'

/** An amount in whole units as a currency's smallest ones; null where it has a fraction of one. */
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

/** The lines of a transfer in US cents: each its share of the transfer's, so rounded that their sum is all of it. */
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

/** What is asked about once before a transfer is recorded: `id` is sent back as confirmed. */
export type Question = { id: string; text: string }

/** A rate this far from the month's is asked about. */
const surprising = 0.1

/** What has to be confirmed about a month that a transfer pays for; null where nothing has. */
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
  /** The first month of which the marketplace has orders. */
  first: string | null
}): Question | null {
  if (!endsBefore) return { id: `not_over ${month}`, text: `${name} was not over on that day.` }
  if (first !== null && month < first)
    return { id: `before_first ${month}`, text: `${name} is before the first order of ${site}.` }
  if (!hasOrders) return { id: `no_orders ${month}`, text: `${site} has no orders of ${name}.` }
  return null
}

/** What has to be confirmed about the dollars received for a transfer in another currency; null where nothing has. */
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
