import { expect, it } from 'vitest'
import { createAddressCounter } from './address-counter.ts'

const at = (time: string) => new Date(`2026-11-21T${time}Z`)
const times = <T>(count: number, act: (n: number) => T) => Array.from({ length: count }, (_, n) => act(n))
const seed = 7

it('allows 120 clicks of an address in a clock minute', () => {
  const limited = createAddressCounter()
  const send = (time: string) => limited('203.0.113.9', at(time))
  expect(times(120, () => send('10:00:59.999'))).not.toContain(true)
  expect(times(300, () => send('10:00:59.999'))).not.toContain(false)
  expect(times(120, () => send('10:01:00'))).not.toContain(true)
  expect(times(3, () => send('10:01:30'))).toEqual([true, true, true])
})

it('counts the addresses of one prefix together, and no others', () => {
  const limited = createAddressCounter({ perMinute: 2, seed })
  const send = (address: string) => limited(address, at('10:00:00'))
  const household = ['2001:db8:0:7::1', '2001:db8:0:7:ffff::2', '2001:db8::7:0:0:0:3']
  expect(household.map(send)).toEqual([false, false, true])
  const others = ['2001:db8:0:8::1', '203.0.113.8', '203.0.113.9', '::ffff:203.0.113.9', '203.0.113.9']
  expect(others.map(send)).toEqual([false, false, false, false, true])
})

it('limits addresses that flood, and hardly any others, among half a million', () => {
  const limited = createAddressCounter({ perMinute: 20, seed })
  const send = (address: string) => limited(address, at('10:00:00'))
  const flooding = times(50, (n) => `198.51.100.${n}`)
  for (const address of flooding) times(20, () => send(address))
  const others = times(500_000, (n) => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`)
  expect(others.filter(send).length).toBeLessThan(100)
  expect(flooding.map(send)).not.toContain(false)
})
