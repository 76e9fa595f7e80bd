import type { LookupFunction } from 'node:net'
import { describe, expect, it } from 'vitest'
import { answering } from '../../../tests/fakes/name-server.ts'
import { isPublicAddress, publicOnly } from './public-address.ts'

describe('public addresses', () => {
  it.each(['8.8.8.8', '52.94.236.248', '2600:9000:2000::1', '::ffff:8.8.8.8'])('%s is one', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  it.each([
    '127.0.0.1',
    '10.0.0.5',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '192.0.2.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:a00:5',
    '64:ff9b::7f00:1',
    'fd00::1',
    'fe80::1%eth0',
    'fec0::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '4000::1',
    'localhost',
    '',
  ])('%s is none', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })
})

describe('the look-up of a connection', () => {
  const look = (all: boolean, ...addresses: string[]) =>
    new Promise((resolve, reject) =>
      publicOnly(answering(...addresses))('a.co', { all }, (error, ...answer) =>
        error ? reject(error) : resolve(answer),
      ),
    )

  it('returns the addresses it checked, in the requested form', async () => {
    expect(await look(false, '8.8.8.8', '8.8.4.4')).toEqual(['8.8.8.8', 4])
    expect(await look(true, '8.8.8.8', '2600::1')).toEqual([
      [
        { address: '8.8.8.8', family: 4 },
        { address: '2600::1', family: 6 },
      ],
    ])
  })

  it('fails if any address is not public, or there is none', async () => {
    await expect(look(true, '8.8.8.8', '127.0.0.1')).rejects.toMatchObject({ code: 'BLOCKED_ADDRESS' })
    await expect(look(false, '::ffff:10.0.0.1')).rejects.toMatchObject({ code: 'BLOCKED_ADDRESS' })
    await expect(look(false)).rejects.toMatchObject({ code: 'BLOCKED_ADDRESS' })
  })

  it('passes on a failed look-up', async () => {
    const failing: LookupFunction = (_hostname, _options, callback) =>
      callback(Object.assign(new Error('no such host'), { code: 'ENOTFOUND' }), [])
    const looking = new Promise((_resolve, reject) => publicOnly(failing)('a.co', {}, reject))
    await expect(looking).rejects.toMatchObject({ code: 'ENOTFOUND' })
  })
})
