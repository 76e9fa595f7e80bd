import { expect, it } from 'vitest'
import { cartDays, visitHours } from '../../shared/attribution.ts'
import { verdicts } from './rules.ts'

it('names of rules and their reasons agree with the time that clicks count', () => {
  const timed = Object.keys(verdicts).filter((rule) => /\d/.test(rule))
  expect(timed).toHaveLength(9)
  for (const rule of timed) expect(rule).toMatch(new RegExp(`_${visitHours}h|_${cartDays}d`))
  const { outbound_24h, cart_89d, no_click } = verdicts
  expect(outbound_24h.reason).toContain(`In the ${visitHours} hours before the order`)
  // These words are stored: other words would change every match.
  expect([cart_89d.reason, no_click.reason]).toEqual([
    'In the 89 days before the order, while it may have been in the cart, the product was clicked through this creator’s links only.',
    'Nobody clicked a product with this ASIN in the 89 days before the order.',
  ])
})
