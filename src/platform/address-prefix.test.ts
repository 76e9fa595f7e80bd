import { expect, it } from 'vitest'
import { addressPrefix } from './address-prefix.ts'

it.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['0xcb.0.0161.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['203.0.113.256', 'unknown'],
  ['', 'unknown'],
])('of %s is %s', (address, prefix) => {
  expect(addressPrefix(address)).toBe(prefix)
})
