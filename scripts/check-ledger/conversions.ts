/** What was left of a month's purchases in another currency, and the dollars for one unit of it. */
type Conversion = { month: string; currency: string; amount: string; usd_per_unit: string }

/** What an order's row says of amounts in another currency; undefined for an order in dollars. */
export function conversionsIn(evidence: string): Conversion[] | undefined {
  return evidence === '' ? undefined : (JSON.parse(evidence) as { conversions?: Conversion[] }).conversions
}

/** What they come to in cents: each month by itself, half a cent rounded up. */
export const centsOf = (conversions: Conversion[]): bigint =>
  conversions.reduce((sum, { amount, usd_per_unit }) => {
    const [one, other] = [exact(amount), exact(usd_per_unit)]
    const divisor = 10n ** BigInt(one.scale + other.scale)
    return sum + (2n * one.value * other.value * 100n + divisor) / (2n * divisor)
  }, 0n)

/** An exact decimal as a whole number of 10^-scale. */
function exact(decimal: string): { value: bigint; scale: number } {
  const [whole = '', fraction = ''] = decimal.split('.')
  return { value: BigInt(whole + fraction), scale: fraction.length }
}

/** As a sentence has them: `12.00 GBP at 1.31 for 2026-11`. */
export const textOf = (conversions: Conversion[]): string =>
  conversions
    .map(
      ({ amount, currency, usd_per_unit, month }) => `${amount} ${currency} at ${usd_per_unit} for ${month}`,
    )
    .join(', ')
