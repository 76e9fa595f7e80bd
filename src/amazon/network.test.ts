import { afterEach, describe, expect, it } from 'vitest'
import { answering } from '../../tests/fakes/name-server.ts'
import { addShortHosts } from '../shared/amazon/marketplaces.ts'
import { createNetwork, type Network } from './network.ts'

describe('the network outside tests', () => {
  let network: Network
  afterEach(() => network.close())
  const ask = (address: string, ...resolved: string[]) => {
    network = createNetwork({ testOrigin: undefined, lookup: answering(...resolved) })
    return network.ask(new URL(address), { signal: AbortSignal.timeout(2_000) })
  }

  it.each(['127.0.0.1', '10.0.0.1', '::1', '::ffff:127.0.0.1', '169.254.169.254'])(
    'never connects a host of Amazon’s to %s',
    async (address) => {
      await expect(ask('https://a.co/d/x', address)).rejects.toMatchObject({ reason: 'blocked_address' })
    },
  )

  it('holds a host that the operator has added to the same rules', async () => {
    await expect(ask('https://amzn-new.example/d/x', '10.0.0.1')).rejects.toMatchObject({
      reason: 'not_amazon',
    })
    addShortHosts(['amzn-new.example'])
    await expect(ask('https://amzn-new.example/d/x', '10.0.0.1')).rejects.toMatchObject({
      reason: 'blocked_address',
    })
    for (const address of [
      'http://amzn-new.example/d/x',
      'https://amzn-new.example:8443/',
      'https://x.amzn-new.example/',
    ])
      await expect(ask(address, '8.8.8.8')).rejects.toMatchObject({ reason: 'not_amazon' })
  })

  it.each([
    'https://evil.example/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'http://a.co/d/x',
    'https://a.co:8443/d/x',
    'https://me@a.co/d/x',
    'https://creatorsapi.amazon.evil.example/',
  ])('never asks %s', async (address) => {
    await expect(ask(address, '8.8.8.8')).rejects.toMatchObject({ reason: 'not_amazon' })
  })
})
