/** How a figure compares with the time before: a sign, a percentage, and the direction in words. */
export type Change = { text: string; direction: 'up' | 'down' | 'same' }

/**
 * What became of a figure since the time before, as '+12%, up from $30.10'; null where that had nothing
 * (docs/product/earnings.md#the-time-before). Without a figure now it only says what there was. A percentage of what was
 * below zero would mean nothing.
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

/** With its sign, a true minus (U+2212): '+12%', '−0.4%', '+<0.1%'. */
function percentText(fraction: number): string {
  const size = Math.abs(fraction)
  const sign = fraction < 0 ? '−' : '+'
  if (size < 0.0005) return `${sign}<0.1%`
  const digits = size < 0.0995 ? 1 : 0
  return `${sign}${size.toLocaleString('en-US', { style: 'percent', maximumFractionDigits: digits })}`
}
