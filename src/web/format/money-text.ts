const exact = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const whole = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })
const compact = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 1,
})

const signed = (usd: number, format: Intl.NumberFormat) =>
  `${usd < 0 ? '−' : ''}${format.format(Math.abs(usd))}`

/** An amount to the cent, with a true minus (U+2212): '$3.36', '−$1,204.50'. */
export const usdText = (usd: number): string => signed(usd, exact)

/** A short amount for small spaces: '$3.36', '$184', '$9,120', '$12.4K'. */
export function shortUsd(usd: number): string {
  const size = Math.abs(usd)
  if (size >= 10_000) return signed(usd, compact)
  return signed(usd, Number.isInteger(usd) || size >= 100 ? whole : exact)
}

/** A mean, which may be below a cent: '$0.31', '<$0.01'. */
export const meanText = (usd: number): string => (usd > 0 && usd < 0.005 ? '<$0.01' : usdText(usd))

/** A fraction in percent, with one decimal where it has one: '3.1%', '0%', '<0.1%'. */
export function rateText(fraction: number): string {
  if (fraction > 0 && fraction < 0.0005) return '<0.1%'
  return fraction.toLocaleString('en-US', { style: 'percent', maximumFractionDigits: 1 })
}

/** Basis points (hundredths of a percent) in percent: '20%', '17.5%'. */
export const bpsText = (bps: number): string => `${(bps / 100).toLocaleString('en-US')}%`

/** The sum of dollars, added up in whole cents so that float rounding does not show. */
export const sumUsd = (amounts: readonly number[]): number =>
  amounts.reduce((cents, usd) => cents + Math.round(usd * 100), 0) / 100

/** The text colour of an amount: green above zero, else the usual ink. */
export const moneyColor = (usd: number): string => (usd > 0 ? 'text-money' : 'text-ink')
