import { describe, expect, it } from 'vitest'
import { addressPrefix, networkPrefix, wideNetwork } from './address-prefix.ts'

describe('The prefix of an address', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['0xcb.0.0161.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
    ['::1', '0:0:0:0::/64'],
    ['203.0.113.9:1234', '203.0.113.9'],
    ['[2001:db8:1:2::5]:80', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::5]', '2001:db8:1:2::/64'],
    ['203.0.113.256', 'unknown'],
    ['', 'unknown'],
  ])('of %s is %s', (address, prefix) => {
    expect(addressPrefix(address)).toBe(prefix)
  })

  it.each([
    ['203.0.113.9', '203.0.113.0/24'],
    ['::ffff:203.0.113.9', '203.0.113.0/24'],
    ['203.0.113.255:1234', '203.0.113.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['[2001:DB8:1:ffff::5]:80', '2001:db8:1::/48'],
    ['203.0.113.256', 'unknown'],
  ])('its network: of %s is %s', (address, network) => {
    expect(networkPrefix(address)).toBe(network)
  })

  it.each([
    ['203.0.113.9', null],
    ['::ffff:203.0.113.9', null],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['[2001:DB8:1:ffff::5]:80', '2001:db8:1::/48'],
    ['', null],
  ])('the wide network of %s is %s', (address, network) => {
    expect(wideNetwork(address)).toBe(network)
  })
})
