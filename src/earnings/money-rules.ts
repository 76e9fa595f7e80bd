/**
 * The platform's share of a total, half a cent rounded away from zero (decisions: Ledger). Both are whole cents;
 * platform_fee() in the database says the same.
 */
export function feeOf(totalCents: number, feeBps: number): number {
  const total = Math.abs(totalCents)
  if (!Number.isSafeInteger(total)) throw new RangeError(`${totalCents} cents are no amount to share`)
  const rest = total % 10_000
  const scaled = rest * feeBps + 5_000
  // In two parts, since the product of a large amount and its share is more than a number holds exactly.
  const fee = ((total - rest) / 10_000) * feeBps + (scaled - (scaled % 10_000)) / 10_000
  return totalCents < 0 ? 0 - fee : fee
}

/** When Amazon has paid for an order: `holdDays` after the last day of its month (decisions: Ledger). */
export function availableOn(orderDate: string, holdDays: number): string {
  const day = new Date(`${orderDate}T00:00:00Z`)
  // Day 0 of the next month is the last one of this.
  day.setUTCMonth(day.getUTCMonth() + 1, 0)
  day.setUTCDate(day.getUTCDate() + holdDays)
  return day.toISOString().slice(0, 10)
}
