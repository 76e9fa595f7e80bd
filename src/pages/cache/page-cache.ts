import { setTimeout as delay } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { toAppError } from '../../platform/http/errors.ts'
import { holding } from '../../platform/memory/lru.ts'
import { pageCacheRequests } from '../../platform/metrics/counts.ts'
import { canBeSomebody } from '../../shared/names/reserved.ts'
import { minuteMs } from '../../shared/time.ts'
import type { Page } from '../page.ts'
import type { PageDependencies } from './dependencies.ts'

export type RenderedPage = { page: Page; dependencies: PageDependencies }

type Limits = { maxBytes: number; maxAgeMs: number }
type Started = { startedAt: number; changes: number; graceMs: number }
type Stored = { page: Page; tags: Set<string>; freshUntil: number } & Omit<Started, 'changes'>
type Rendering = { page: Promise<Page> } & Started

const maxEntries = 2_000
/** How old a page may be that is served because it cannot be rendered again just now (decision 71). */
const staleMs = 15 * minuteMs
/** How long a render may take before the stored page is served instead, if there is one. */
const patienceMs = 2_000
const publicPages: Limits = { maxBytes: 64 * 1024 * 1024, maxAgeMs: minuteMs }

/**
 * Public pages by route and parameters. Simultaneous misses of one key share one render. A page whose render began
 * before a change and ended after it is served for its grace at most, counted from the start of the render, however
 * fast changes come. An expired page stays stored: it is served, with its age, while no new one can be rendered, unless
 * something that it was made from is known to have changed.
 */
export class PageCache {
  readonly #stored: LRUCache<string, Stored>
  readonly #keysByTag = new Map<string, Set<string>>()
  readonly #changedAt = new LRUCache<string, number>({
    ...holding(10_000),
    // Beyond this number old changes are forgotten, so renders that began before them are not stored.
    dispose: (change, _tag, reason) => {
      if (reason === 'evict') this.#forgottenUpTo = Math.max(this.#forgottenUpTo, change)
    },
  })
  readonly #rendering = new Map<string, Rendering>()
  #changes = 0
  #forgottenUpTo = 0
  #untrustedUpTo = Number.NEGATIVE_INFINITY
  readonly #now: () => number
  readonly #maxAgeMs: number

  /**
   * `now` is the clock, in milliseconds, that decides how long prices may be shown; one of `workers` that share the
   * memory.
   */
  constructor(now: () => number, { maxBytes, maxAgeMs }: Limits = publicPages, workers = 1) {
    this.#now = now
    this.#maxAgeMs = maxAgeMs
    this.#stored = new LRUCache({
      max: maxEntries,
      maxSize: Math.floor(maxBytes / workers),
      // Twice what is compressed: some readers have it made a second time, by gzip.
      sizeCalculation: ({ page }) => page.body.length + 2 * (page.brotli?.length ?? 0) + 1_000,
      dispose: ({ tags }, key) => this.#untag(key, tags),
    })
  }

  /**
   * The stored page of `key`, or what `render` makes of it; `graceMs` is how old it may be despite a change. If
   * rendering is `unavailable` or slow, the stored page with its age.
   */
  async get(key: string, render: () => Promise<RenderedPage>, graceMs = 0): Promise<Page> {
    const stored = this.#stored.get(key)
    if (stored && this.#isFresh(stored)) {
      pageCacheRequests.inc({ result: 'hit' })
      return stored.page
    }
    const running = this.#running(key)
    const rendering = running ?? this.#render(key, render, graceMs)
    const stale = stored && (await inTime(rendering)) === null ? this.#before(key) : undefined
    pageCacheRequests.inc({ result: stale ? 'stale' : running ? 'shared' : 'miss' })
    return stale ?? rendering.page
  }

  /** Makes every page with this tag stale, at the latest once its grace is over. */
  invalidate(tag: string): void {
    this.#changes++
    this.#changedAt.set(tag, this.#changes)
    for (const key of [...(this.#keysByTag.get(tag) ?? [])]) this.#end(key)
  }

  /** Drops everything: changes may have been missed. */
  clear(): void {
    this.distrust()
    this.#stored.clear()
  }

  /** Changes cannot be received for now: stored pages are served only if nothing newer can be rendered. */
  distrust(): void {
    this.#changes++
    this.#forgottenUpTo = this.#changes
    this.#untrustedUpTo = performance.now()
    this.#rendering.clear()
  }

  #isFresh = ({ startedAt, freshUntil }: Stored): boolean =>
    performance.now() < freshUntil && startedAt > this.#untrustedUpTo

  /** The render of `key` that is under way, if requests that arrive now may share it. */
  #running(key: string): Rendering | undefined {
    const running = this.#rendering.get(key)
    return running && (running.changes === this.#changes || graceLeft(running) > 0) ? running : undefined
  }

  /** The stored page of `key`, with its age; undefined once a change has made it stale. */
  #before(key: string): Page | undefined {
    const stored = this.#stored.peek(key)
    return (
      stored && {
        ...stored.page,
        ageSeconds: Math.floor((performance.now() - stored.startedAt) / 1_000),
      }
    )
  }

  #render(key: string, render: () => Promise<RenderedPage>, graceMs: number): Rendering {
    const started = { startedAt: performance.now(), changes: this.#changes, graceMs }
    const page = render()
      .then((rendered) => this.#store(key, rendered, started))
      .finally(() => {
        if (this.#rendering.get(key)?.page === page) this.#rendering.delete(key)
      })
    const rendering = { page, ...started }
    this.#rendering.set(key, rendering)
    return rendering
  }

  #store(key: string, { page, dependencies }: RenderedPage, { changes, ...started }: Started): Page {
    const { tags, validUntil } = dependencies
    // A page that no longer exists is not served again later.
    if (page.status < 500 && page.status !== 200) this.#stored.delete(key)
    if (page.status !== 200 || this.#forgottenUpTo > changes) return page
    const isOutdated = [...tags].some((tag) => (this.#changedAt.get(tag) ?? 0) > changes)
    const left = Math.min(
      validUntil - this.#now(),
      isOutdated ? graceLeft(started) : Number.POSITIVE_INFINITY,
    )
    // A later render may have been stored already.
    const newer = this.#stored.peek(key)
    if (left <= 0 || (newer && newer.startedAt > started.startedAt)) return page
    const freshUntil = performance.now() + Math.min(this.#maxAgeMs, left)
    this.#stored.set(key, { page, tags, freshUntil, ...started }, { ttl: Math.min(staleMs, left) })
    for (const tag of tags) this.#keysByTag.set(tag, (this.#keysByTag.get(tag) ?? new Set()).add(key))
    return page
  }

  #end(key: string): void {
    const stored = this.#stored.peek(key)
    const left = stored ? Math.min(graceLeft(stored), stored.freshUntil - performance.now()) : 0
    if (stored && left > 0) this.#stored.set(key, stored, { ttl: left })
    else this.#stored.delete(key)
  }

  #untag(key: string, tags: Set<string>): void {
    for (const tag of tags) {
      const keys = this.#keysByTag.get(tag)
      keys?.delete(key)
      if (keys?.size === 0) this.#keysByTag.delete(tag)
    }
  }
}

const graceLeft = ({ startedAt, graceMs }: Pick<Started, 'startedAt' | 'graceMs'>): number =>
  graceMs - (performance.now() - startedAt)

/** The rendered page; null if it is `unavailable` or not there in time. Throws any other failure. */
function inTime({ page, startedAt }: Rendering): Promise<Page | null> {
  const tooLate = delay(Math.max(1, startedAt + patienceMs - performance.now()), null, { ref: false })
  const made = page.then(
    (one) => (one.status === 503 ? null : one),
    (error: unknown) => {
      if (toAppError(error).code === 'unavailable') return null
      throw error
    },
  )
  return Promise.race([made, tooLate])
}

/** Pages whose HTML is the same for everyone, by the first part of their address. */
const withOneParameter = new Set(['l', 'product'])
const ofTwoParts = new Set(['ledger/checkpoints'])
/** A list of somebody's. */
const isOfList = (first: string, second: string) => canBeSomebody(first) && /^[a-z0-9-]{1,25}$/.test(second)

/** The tabs that a page of one part may have in its address (decision 131): no other query makes another page. */
const tabs = new Set(['popular', 'lists'])

/**
 * The cache key of a page: its route and parameters, and the tab of a storefront, never the raw address, so that
 * made-up queries cannot fill the cache. Null for addresses without a public page.
 */
export function pageKey(path: string, tab: string | null = null): string | null {
  const key = keyOfPath(path)
  const hasTabs = key !== null && key !== 'feed' && !key.includes('/')
  return hasTabs && tab !== null && tabs.has(tab) ? `${key}?tab=${tab}` : key
}

function keyOfPath(path: string): string | null {
  const [first, second, ...rest] = path.replace(/\/$/, '').split('/').slice(1).map(inOneSpelling)
  if (!first || second === '' || rest.length > 0) return null
  const both = `${first}/${second}`
  if (second !== undefined)
    return withOneParameter.has(first) || ofTwoParts.has(both) || isOfList(first, second) ? both : null
  return withOneParameter.has(first) ? null : first
}

const busyGraceMs = 250

/**
 * How many milliseconds a page may be used after a change. The feed and profiles, which many people change, are
 * rendered four times a second at most. A product's or list's page is changed by its owner, who looks at once, so it
 * has no grace.
 */
export const graceOf = (key: string): number => (key.includes('/') ? 0 : busyGraceMs)

/** A slash within a part stays %2F, so that it does not look like a separator. */
function inOneSpelling(part: string): string {
  try {
    return encodeURIComponent(decodeURIComponent(part))
  } catch {
    return part
  }
}
