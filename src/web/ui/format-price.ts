const whole = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })
const cents = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', minimumFractionDigits: 2 })

/** A price in US dollars as people write it: $12, $12.50, $1,234.50, never $12.5 (spec section 9, money format). */
export function formatPrice(usd: number): string {
  const rounded = Math.round(usd * 100) / 100
  return Number.isInteger(rounded) ? whole.format(rounded) : cents.format(rounded)
}
