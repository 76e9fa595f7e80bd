import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type FakeAmazon, startFakeAmazon } from '../../tests/fakes/amazon.ts'
import { readAmazonLink } from '../shared/amazon/links.ts'
import { createNetwork, type Network } from './network.ts'
import { type AddressedLink, resolveShortLink } from './redirects.ts'

let amazon: FakeAmazon
let network: Network

beforeAll(async () => {
  amazon = await startFakeAmazon()
  network = createNetwork({ testOrigin: amazon.origin })
})
afterEach(() => amazon.reset())
afterAll(async () => {
  await network.close()
  await amazon.close()
})

const resolve = (url: string, deadlineMs = 2_000) =>
  resolveShortLink(network, readAmazonLink(url) as AddressedLink, deadlineMs)

describe('resolve-short-link (docs/product/calls.md#functions)', () => {
  it.each([
    ['https://a.co/d/kettle', 'https://www.amazon.com/dp/B0KETTLE01'],
    ['https://amzn.to/d/kettle', 'https://www.amazon.com/dp/B0KETTLE01'],
    ['https://amzn.eu/d/berlin', 'https://www.amazon.de/gp/product/B0BERLIN01'],
    ['https://a.co/d/by-http', 'https://www.amazon.com/dp/B0KETTLE01'],
    ['https://a.co/d/relative', 'https://www.amazon.com/dp/B0KETTLE01'],
    ['https://a.co/d/five-hops', 'https://www.amazon.com/dp/B0KETTLE01'],
    ['https://a.co/d/endless', 'https://www.amazon.com/dp/B0KETTLE01'],
  ])('follows %s', async (short, url) => {
    expect(await resolve(short)).toMatchObject({ kind: 'resolved', link: { kind: 'product', url } })
  })

  it('sends no request to the shop once the item is known, and no cookies from hop to hop', async () => {
    await resolve('https://a.co/d/relative')
    expect(amazon.requests.map(({ host, path }) => host + path)).toEqual(['a.co/d/relative', 'a.co/d/kettle'])
    expect(amazon.requests.every(({ headers }) => headers.cookie === undefined)).toBe(true)
  })

  it('returns a shop address without an item unchanged', async () => {
    expect(await resolve('https://a.co/d/storefront')).toMatchObject({
      kind: 'resolved',
      link: { kind: 'no_asin', url: 'https://www.amazon.com/shop/someone' },
    })
  })

  it.each([
    'outside',
    'look-alike',
    'user-info',
    'port',
    'script',
    'file',
    'loopback',
    'loopback-v6',
    'mapped',
    'decimal',
    'cloud-metadata',
    'not-an-address',
  ])('does not go where /d/%s leads', async (code) => {
    expect(await resolve(`https://a.co/d/${code}`)).toEqual({ kind: 'failed', reason: 'not_amazon' })
    expect(amazon.requests).toHaveLength(1)
  })

  it.each(['six-hops', 'forever'])('stops after five redirects of /d/%s', async (code) => {
    expect(await resolve(`https://a.co/d/${code}`)).toEqual({ kind: 'failed', reason: 'too_many_redirects' })
    expect(amazon.requests).toHaveLength(6)
  })

  it.each([
    ['page', 'not_a_redirect'],
    ['garbage', 'not_a_redirect'],
    ['unknown-code', 'not_a_redirect'],
    ['not-http', 'unreachable'],
    ['down', 'unreachable'],
  ])('fails on /d/%s with %s', async (code, reason) => {
    expect(await resolve(`https://a.co/d/${code}`)).toEqual({ kind: 'failed', reason })
  })

  it('gives up at one deadline for all hops', async () => {
    amazon.links.set('/d/then-slow', { to: 'https://a.co/d/slow' })
    const started = performance.now()
    expect(await resolve('https://a.co/d/then-slow', 150)).toEqual({ kind: 'failed', reason: 'timeout' })
    expect(performance.now() - started).toBeLessThan(1_000)
  })
})
