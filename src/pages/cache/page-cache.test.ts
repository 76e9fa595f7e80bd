import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { Refused } from '../../platform/http/refused.ts'
import { makePage } from '../page.ts'
import { addDependencies, noDependencies, type PageDependencies } from './dependencies.ts'
import { graceOf, PageCache, pageKey, type RenderedPage } from './page-cache.ts'

async function rendered(
  text: string,
  tags: string[] = [],
  {
    status = 200,
    validUntil = Number.POSITIVE_INFINITY,
  }: Partial<PageDependencies> & { status?: number } = {},
): Promise<RenderedPage> {
  const page = await makePage({ status, type: 'text/html', text, compressed: false })
  return { page, dependencies: { ...noDependencies(), tags: new Set(tags), validUntil } }
}

const textOf = async (cache: PageCache, key: string, render: () => Promise<RenderedPage>, graceMs = 0) =>
  (await cache.get(key, render, graceMs)).body.toString()

const graceMs = 250

const graceIsOver = () => delay(graceMs + 20)

describe('the page cache', () => {
  it('renders once and then answers what it has', async () => {
    const cache = new PageCache(Date.now)
    await textOf(cache, 'a', () => rendered('one'))
    expect(await textOf(cache, 'a', () => rendered('two'))).toBe('one')
  })

  it('renders once for many who miss at the same time, changes of other pages meanwhile or not', async () => {
    const cache = new PageCache(Date.now)
    let renders = 0
    const release = Promise.withResolvers<void>()
    const render = async () => {
      renders++
      await release.promise
      return rendered('one')
    }
    const readers = Array.from({ length: 200 }, (_, position) => {
      cache.invalidate(`product:${position}`)
      return textOf(cache, 'a', render, 60_000)
    })
    release.resolve()
    expect(new Set(await Promise.all(readers))).toEqual(new Set(['one']))
    expect(renders).toBe(1)
  })

  it('drops a page when something it was made from changes, and no other', async () => {
    const cache = new PageCache(Date.now)
    await textOf(cache, 'a', () => rendered('a1', ['product:1', 'feed']))
    await textOf(cache, 'b', () => rendered('b1', ['product:2']))
    cache.invalidate('product:1')
    expect(await textOf(cache, 'a', () => rendered('a2'))).toBe('a2')
    expect(await textOf(cache, 'b', () => rendered('b2'))).toBe('b1')
  })

  it('renders a page that changes all the time four times a second, and gives none older than that', async () => {
    const cache = new PageCache(Date.now)
    let state = 0
    let renders = 0
    const changedAt = [performance.now()]
    const began = performance.now()
    while (performance.now() - began < 1_000) {
      changedAt[++state] = performance.now()
      cache.invalidate('feed')
      const asked = performance.now()
      const shown = Number(
        await textOf(
          cache,
          'a',
          () => {
            renders++
            return rendered(String(state), ['feed'])
          },
          graceMs,
        ),
      )
      // Changes after the state that is shown are no older than the grace.
      expect(asked - (changedAt[shown + 1] ?? asked)).toBeLessThan(graceMs + 20)
      await delay(2)
    }
    expect(state).toBeGreaterThan(50)
    expect(renders).toBeLessThanOrEqual(Math.ceil((performance.now() - began) / graceMs))
  })

  it('gives a page that was made before a change and finished after it for its grace at most', async () => {
    const cache = new PageCache(Date.now)
    const release = Promise.withResolvers<void>()
    const slow = async () => {
      await release.promise
      return rendered('stale', ['product:1'])
    }
    const early = textOf(cache, 'a', slow, graceMs)
    cache.invalidate('product:1')
    await graceIsOver()
    // A request now does not get the render that began before the change and is still under way.
    expect(await textOf(cache, 'a', () => rendered('fresh', ['product:1']))).toBe('fresh')
    release.resolve()
    expect(await early).toBe('stale')
    expect(await textOf(cache, 'a', () => rendered('newer'))).toBe('fresh')
  })

  it('gives no page whose render began before a change to requests after it, where it has no grace', async () => {
    const cache = new PageCache(Date.now)
    const release = Promise.withResolvers<void>()
    const early = textOf(cache, 'l/lamp', async () => {
      await release.promise
      return rendered('stale', ['product:1'])
    })
    cache.invalidate('product:1')
    const late = textOf(cache, 'l/lamp', () => rendered('fresh', ['product:1']))
    release.resolve()
    expect([await early, await late]).toEqual(['stale', 'fresh'])
  })

  it('drops everything at once when changes may have been missed', async () => {
    const cache = new PageCache(Date.now)
    await textOf(cache, 'a', () => rendered('a1'))
    const release = Promise.withResolvers<void>()
    const early = textOf(cache, 'b', async () => {
      await release.promise
      return rendered('b1')
    })
    cache.clear()
    release.resolve()
    await early
    expect(await textOf(cache, 'a', () => rendered('a2'))).toBe('a2')
    expect(await textOf(cache, 'b', () => rendered('b2'))).toBe('b2')
  })

  it('keeps neither failures nor pages whose price may no longer be shown', async () => {
    const cache = new PageCache(() => 1_000)
    for (const status of [301, 404, 500, 503]) {
      await textOf(cache, 'a', () => rendered('failed', [], { status }))
      expect(await textOf(cache, 'a', () => rendered(String(status), [], { status }))).toBe(String(status))
    }
    expect(await textOf(cache, 'a', () => rendered('found'))).toBe('found')
    await textOf(cache, 'b', () => rendered('old price', [], { validUntil: 1_000 }))
    expect(await textOf(cache, 'b', () => rendered('no price'))).toBe('no price')
  })

  it('does not keep a failed render', async () => {
    const cache = new PageCache(Date.now)
    await expect(cache.get('a', async () => Promise.reject(new Error('down')))).rejects.toThrow('down')
    expect(await textOf(cache, 'a', () => rendered('up'))).toBe('up')
  })

  it('holds no more than its bytes: the page asked for longest ago goes first', async () => {
    const cache = new PageCache(Date.now, { maxBytes: 10_000, maxAgeMs: 60_000 })
    const large = 'x'.repeat(3_000)
    for (const key of ['a', 'b', 'c']) await textOf(cache, key, () => rendered(key + large))
    expect(await textOf(cache, 'b', () => rendered('again'))).toBe(`b${large}`)
    expect(await textOf(cache, 'a', () => rendered('again'))).toBe('again')
  })

  it('drops every page at its greatest age', async () => {
    const cache = new PageCache(Date.now, { maxBytes: 10_000, maxAgeMs: 30 })
    await textOf(cache, 'a', () => rendered('young'))
    await delay(50)
    expect(await textOf(cache, 'a', () => rendered('new'))).toBe('new')
  })
})

describe('a page that cannot be made again (decision 71)', () => {
  const away = () => Promise.reject(new Refused('database'))
  const failed = () => rendered('failed', [], { status: 503 })
  /** A cache with the page `a`, whose time is over. */
  async function outdated(tags: string[] = []) {
    const cache = new PageCache(Date.now)
    await textOf(cache, 'a', () => rendered('before', tags))
    cache.distrust()
    return cache
  }

  it.each([
    ['throws that it is unavailable', away],
    ['makes a page that says so', failed],
  ])('is given as it was, with its age, where its render %s', async (_, render) => {
    const cache = await outdated()
    const page = await cache.get('a', render)
    expect([page.body.toString(), page.ageSeconds]).toEqual(['before', 0])
    expect((await cache.get('a', () => rendered('after'))).ageSeconds).toBeNull()
    expect(await textOf(cache, 'a', away)).toBe('after')
  })

  it('is given as it was while its render takes long', async () => {
    const cache = await outdated()
    const release = Promise.withResolvers<void>()
    const slow = () => release.promise.then(() => rendered('after'))
    expect(await textOf(cache, 'a', slow)).toBe('before')
    expect(await textOf(cache, 'a', slow)).toBe('before')
    release.resolve()
    await expect.poll(() => textOf(cache, 'a', away)).toBe('after')
  })

  it('fails where something that it was made from has changed, or where it is not there any more', async () => {
    const changed = await outdated(['product:1'])
    changed.invalidate('product:1')
    await expect(changed.get('a', away)).rejects.toMatchObject({ code: 'unavailable' })
    const gone = await outdated()
    await gone.get('a', () => rendered('gone', [], { status: 404 }))
    await expect(gone.get('a', away)).rejects.toMatchObject({ code: 'unavailable' })
    const missed = await outdated()
    missed.clear()
    await expect(missed.get('a', away)).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('fails where its prices may no longer be shown, and after any other failure', async () => {
    let now = 0
    const cache = new PageCache(() => now)
    await textOf(cache, 'a', () => rendered('a price', [], { validUntil: 20 }))
    cache.distrust()
    await expect(cache.get('a', () => Promise.reject(new Error('a fault')))).rejects.toThrow('a fault')
    now = 20
    await delay(30)
    await expect(cache.get('a', away)).rejects.toMatchObject({ code: 'unavailable' })
  })
})

describe('cache keys', () => {
  it.each([
    ['/feed', 'feed'],
    ['/feed/', 'feed'],
    ['/l/lamp-1a2b', 'l/lamp-1a2b'],
    ['/product/x', 'product/x'],
    ['/maya-okafor', 'maya-okafor'],
    ['/maya-okafor/my-desk', 'maya-okafor/my-desk'],
    ['/maya-okafor/My-Desk', null],
    ['/maya-okafor/feed.atom', null],
    ['/my-folio/transfer', null],
    ['/ab/my-desk', null],
    ['/', null],
    ['/l', null],
    ['/l/a/b', null],
    ['//l/a', null],
    ['/l//a', null],
    ['/l/a//', null],
    ['//', null],
    ['/category/home', null],
    ['/l/caf%c3%a9', 'l/caf%C3%A9'],
    ['/%E0%A4%A', '%E0%A4%A'],
    // A slash within a part would make these the product's page, and its creator's feed.
    ['/l%2Flamp-1a2b', 'l%2Flamp-1a2b'],
    ['/feed.atom%2fmaya-okafor', 'feed.atom%2Fmaya-okafor'],
    ['/l%252Flamp-1a2b', 'l%252Flamp-1a2b'],
  ])('%s → %s', (path, key) => expect(pageKey(path)).toBe(key))

  it.each([
    ['/maya-okafor', 'popular', 'maya-okafor?tab=popular'],
    ['/maya-okafor/', 'lists', 'maya-okafor?tab=lists'],
    ['/maya-okafor', 'products', 'maya-okafor'],
    ['/maya-okafor', 'x'.repeat(99), 'maya-okafor'],
    ['/maya-okafor/my-desk', 'lists', 'maya-okafor/my-desk'],
    ['/feed', 'lists', 'feed'],
    ['/l/lamp-1a2b', 'popular', 'l/lamp-1a2b'],
  ])('%s with the tab %s → %s', (path, tab, key) => expect(pageKey(path, tab)).toBe(key))
})

describe('the grace of a page', () => {
  it.each([
    ['feed', 250],
    ['maya-okafor', 250],
    // Somebody who has just deleted a product sees that on its page at once.
    ['l/lamp-1a2b', 0],
    ['product/x', 0],
    ['maya-okafor/my-desk', 0],
  ])('%s: %i ms', (key, grace) => expect(graceOf(key)).toBe(grace))
})

describe('what a page depends on', () => {
  it('is its product and owner, its person and their followers, or the feed, and the earliest end of a price', () => {
    const dependencies = noDependencies()
    const read = '2026-09-01T00:00:00.000Z'
    addDependencies(dependencies, 'GET /api/v1/products/:ref', { id: 'p', user_id: 'u', price_as_of: read })
    addDependencies(dependencies, 'GET /api/v1/profiles/:username', { id: 'u' })
    addDependencies(dependencies, 'GET /api/v1/feed', {
      items: [{ id: 'q', price_as_of: '2026-09-01T01:00:00.000Z' }],
    })
    expect([...dependencies.tags]).toEqual(['product:p', 'profile:u', 'followers:u', 'lists:u', 'feed'])
    expect(new Date(dependencies.validUntil).toISOString()).toBe('2026-09-02T00:00:00.000Z')
  })

  it('is every product where it was asked for by an ASIN, which stands for the newest', () => {
    const tagsOf = (ref: string) => {
      const dependencies = noDependencies()
      const answer = { id: 'p', user_id: 'u', asin: 'B0NEWEST01' }
      addDependencies(dependencies, 'GET /api/v1/products/:ref', answer, { params: { ref } })
      return [...dependencies.tags]
    }
    expect(tagsOf('B0NEWEST01')).toEqual(['product:p', 'profile:u', 'feed'])
    expect(tagsOf('lamp-1a2b')).toEqual(['product:p', 'profile:u'])
  })
})
