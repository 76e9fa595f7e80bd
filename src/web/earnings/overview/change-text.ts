/** A figure compared with the time before: the text, and the direction for its colour. */
export type Change = { text: string; direction: 'up' | 'down' | 'same' }

/**
 * Compares a figure with the time before: '+12%, up from $30.10'; null where that time had nothing
 * (docs/product/earnings.md#the-time-before). Without a figure now the text is the former one alone. No percentage of a
 * negative figure, which would mean nothing.
 */
export function changeOf(
  now: number | null,
  before: number | null,
  format: (value: number) => string,
): Change | null {
  if (before === null || before === 0) return null
  if (now === null) return { text: `${format(before)} before`, direction: 'same' }
  if (now === before) return { text: 'same as before', direction: 'same' }
  const direction = now > before ? 'up' : 'down'
  const from = `${direction} from ${format(before)}`
  if (before < 0) return { text: from, direction }
  return { text: `${percentText((now - before) / before)}, ${from}`, direction }
}

/** A fraction in percent with its sign, a true minus (U+2212): '+12%', '−0.4%', '+<0.1%'. */
function percentText(fraction: number): string {
  const size = Math.abs(fraction)
  const sign = fraction < 0 ? '−' : '+'
  if (size < 0.0005) return `${sign}<0.1%`
  const digits = size < 0.0995 ? 1 : 0
  return `${sign}${size.toLocaleString('en-US', { style: 'percent', maximumFractionDigits: digits })}`
}
