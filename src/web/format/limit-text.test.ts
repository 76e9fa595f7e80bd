import { expect, it } from 'vitest'
import { ApiError } from '../api/client.ts'
import { limitText } from './limit-text.ts'

const details = {
  retry_after: 1_190,
  reason: 'You have posted 60 products within an hour.',
  again: 'You can post again',
}
const limited = (seconds: number) =>
  new ApiError(429, 'rate_limited', 'In the server’s words.', [], seconds, details)
const hourOf = (at: Date) => at.toLocaleTimeString(undefined, { hour: 'numeric', minute: '2-digit' })

it('says at which hour of the viewer’s a limit ends, and whether that is tomorrow', () => {
  const now = new Date(2030, 4, 1, 14, 0, 15)
  expect(limitText(limited(1_190), now)).toBe(
    `You have posted 60 products within an hour. You can post again at ${hourOf(new Date(2030, 4, 1, 14, 21))}.`,
  )
  expect(limitText(limited(12 * 3_600), now)).toMatch(/You can post again tomorrow at /)
})

it('leaves a wait of days in the server’s words', () => {
  expect(limitText(limited(5 * 24 * 3_600))).toBe('In the server’s words.')
})

it('shows other refusals in the server’s words', () => {
  expect(limitText(new ApiError(429, 'rate_limited', 'Too many requests.', [], 5))).toBe('Too many requests.')
})
