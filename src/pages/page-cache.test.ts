import { describe, expect, it } from 'vitest'
import { addDependencies, noDependencies, type PageDependencies } from './dependencies.ts'
import { PageCache, type RenderedPage } from './page-cache.ts'
import { pageKey } from './page-key.ts'

function rendered(
  text: string,
  tags: string[] = [],
  more: Partial<PageDependencies> & { status?: number } = {},
): RenderedPage {
  const { status = 200, validUntil = Number.POSITIVE_INFINITY } = more
  return {
    page: {
      status,
      html: Buffer.from(text),
      brotli: null,
      contentSecurityPolicy: '',
      etag: text,
      location: null,
    },
    dependencies: { tags: new Set(tags), validUntil },
  }
}

const textOf = async (cache: PageCache, key: string, render: () => Promise<RenderedPage>) =>
  (await cache.get(key, render)).html.toString()

describe('the page cache', () => {
  it('renders once and then answers what it has', async () => {
    const cache = new PageCache(Date.now)
    await textOf(cache, 'a', async () => rendered('one'))
    expect(await textOf(cache, 'a', async () => rendered('two'))).toBe('one')
  })

  it('renders once for many who miss at the same time', async () => {
    const cache = new PageCache(Date.now)
    let renders = 0
    const release = Promise.withResolvers<void>()
    const render = async () => {
      renders++
      await release.promise
      return rendered('one')
    }
    const readers = Array.from({ length: 50 }, () => textOf(cache, 'a', render))
    release.resolve()
    expect(new Set(await Promise.all(readers))).toEqual(new Set(['one']))
    expect(renders).toBe(1)
  })

  it('drops a page when something it was made from changes, and no other', async () => {
    const cache = new PageCache(Date.now)
    await textOf(cache, 'a', async () => rendered('a1', ['product:1', 'feed']))
    await textOf(cache, 'b', async () => rendered('b1', ['product:2']))
    cache.invalidate('product:1')
    expect(await textOf(cache, 'a', async () => rendered('a2'))).toBe('a2')
    expect(await textOf(cache, 'b', async () => rendered('b2'))).toBe('b1')
  })

  it('never keeps a page that was made before a change and finished after it', async () => {
    const cache = new PageCache(Date.now)
    const release = Promise.withResolvers<void>()
    const early = textOf(cache, 'a', async () => {
      await release.promise
      return rendered('stale', ['product:1'])
    })
    cache.invalidate('product:1')
    // Whoever asks after the change is not given the render that began before it.
    expect(await textOf(cache, 'a', async () => rendered('fresh', ['product:1']))).toBe('fresh')
    release.resolve()
    expect(await early).toBe('stale')
    expect(await textOf(cache, 'a', async () => rendered('newer'))).toBe('fresh')
  })

  it('drops everything when changes may have been missed', async () => {
    const cache = new PageCache(Date.now)
    await textOf(cache, 'a', async () => rendered('a1'))
    cache.clear()
    expect(await textOf(cache, 'a', async () => rendered('a2'))).toBe('a2')
  })

  it('keeps neither failures nor pages whose price may no longer be shown', async () => {
    const cache = new PageCache(() => 1_000)
    await textOf(cache, 'a', async () => rendered('404', [], { status: 404 }))
    expect(await textOf(cache, 'a', async () => rendered('found'))).toBe('found')
    await textOf(cache, 'b', async () => rendered('old price', [], { validUntil: 1_000 }))
    expect(await textOf(cache, 'b', async () => rendered('no price'))).toBe('no price')
  })

  it('does not keep a failed render', async () => {
    const cache = new PageCache(Date.now)
    await expect(cache.get('a', async () => Promise.reject(new Error('down')))).rejects.toThrow('down')
    expect(await textOf(cache, 'a', async () => rendered('up'))).toBe('up')
  })
})

describe('cache keys', () => {
  it.each([
    ['/feed', 'feed'],
    ['/feed/', 'feed'],
    ['/l/lamp-1a2b', 'l/lamp-1a2b'],
    ['/product/x', 'product/x'],
    ['/maya-okafor', 'maya-okafor'],
    ['/', null],
    ['/l', null],
    ['/l/a/b', null],
    ['/category/home', null],
    ['/%E0%A4%A', '%E0%A4%A'],
  ])('%s → %s', (path, key) => expect(pageKey(path)).toBe(key))
})

describe('what a page depends on', () => {
  it('is its product and owner, its person, or the feed, and the earliest end of a price', () => {
    const dependencies = noDependencies()
    const read = '2026-09-01T00:00:00.000Z'
    addDependencies(dependencies, 'GET /api/v1/products/:ref', { id: 'p', user_id: 'u', price_as_of: read })
    addDependencies(dependencies, 'GET /api/v1/profiles/:username', { id: 'u' })
    addDependencies(dependencies, 'GET /api/v1/feed', {
      items: [{ id: 'q', price_as_of: '2026-09-01T01:00:00.000Z' }],
    })
    expect([...dependencies.tags]).toEqual(['product:p', 'profile:u', 'feed'])
    expect(new Date(dependencies.validUntil).toISOString()).toBe('2026-09-02T00:00:00.000Z')
  })
})
