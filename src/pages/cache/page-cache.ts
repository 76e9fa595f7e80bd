import { LRUCache } from 'lru-cache'
import { pageCacheRequests } from '../../platform/metrics/counts.ts'
import { minuteMs } from '../../shared/time.ts'
import type { Page } from '../page.ts'
import type { PageDependencies } from './dependencies.ts'

export type RenderedPage = { page: Page; dependencies: PageDependencies }

type Limits = { maxBytes: number; maxAgeMs: number }
type Started = { startedAt: number; changes: number; graceMs: number }
type Stored = { page: Page; tags: Set<string> } & Omit<Started, 'changes'>
type Rendering = { page: Promise<Page> } & Started

const maxEntries = 2_000
const publicPages: Limits = { maxBytes: 64 * 1024 * 1024, maxAgeMs: minuteMs }

/**
 * Public pages by route and parameters. Simultaneous misses of one key share one render. A page whose render began
 * before a change and ended after it is used for its grace at most, counted from the render's begin, however fast
 * changes come.
 */
export class PageCache {
  readonly #stored: LRUCache<string, Stored>
  readonly #keysByTag = new Map<string, Set<string>>()
  readonly #changedAt = new LRUCache<string, number>({
    max: 10_000,
    // Changes of before are forgotten beyond this number, so renders that began before them are not stored.
    dispose: (change, _tag, reason) => {
      if (reason === 'evict') this.#forgottenUpTo = Math.max(this.#forgottenUpTo, change)
    },
  })
  readonly #rendering = new Map<string, Rendering>()
  #changes = 0
  #forgottenUpTo = 0
  readonly #now: () => number
  readonly #maxAgeMs: number

  /** `now` is the time that ends of prices are compared with, in milliseconds. */
  constructor(now: () => number, { maxBytes, maxAgeMs }: Limits = publicPages) {
    this.#now = now
    this.#maxAgeMs = maxAgeMs
    this.#stored = new LRUCache({
      max: maxEntries,
      maxSize: maxBytes,
      sizeCalculation: ({ page }) => page.body.length + (page.brotli?.length ?? 0) + 1_000,
      dispose: ({ tags }, key) => this.#untag(key, tags),
    })
  }

  /** The stored page of `key`, or what `render` makes of it; `graceMs` is how old it may be despite a change. */
  async get(key: string, render: () => Promise<RenderedPage>, graceMs = 0): Promise<Page> {
    const stored = this.#stored.get(key)
    if (stored) {
      pageCacheRequests.inc({ result: 'hit' })
      return stored.page
    }
    const running = this.#rendering.get(key)
    if (running && (running.changes === this.#changes || graceLeft(running) > 0)) {
      pageCacheRequests.inc({ result: 'shared' })
      return running.page
    }
    pageCacheRequests.inc({ result: 'miss' })
    return this.#render(key, render, graceMs)
  }

  /** Ends every page made from what `tag` names, at the latest when their grace is over. */
  invalidate(tag: string): void {
    this.#changes++
    this.#changedAt.set(tag, this.#changes)
    for (const key of [...(this.#keysByTag.get(tag) ?? [])]) this.#end(key)
  }

  /** Drops everything: changes may have been missed. */
  clear(): void {
    this.#changes++
    this.#forgottenUpTo = this.#changes
    this.#stored.clear()
    this.#rendering.clear()
  }

  #render(key: string, render: () => Promise<RenderedPage>, graceMs: number): Promise<Page> {
    const started = { startedAt: performance.now(), changes: this.#changes, graceMs }
    const page = render()
      .then((rendered) => this.#store(key, rendered, started))
      .finally(() => {
        if (this.#rendering.get(key)?.page === page) this.#rendering.delete(key)
      })
    this.#rendering.set(key, { page, ...started })
    return page
  }

  #store(key: string, { page, dependencies }: RenderedPage, { changes, ...started }: Started): Page {
    const { tags, validUntil } = dependencies
    if (page.status !== 200 || this.#forgottenUpTo > changes) return page
    const isOutdated = [...tags].some((tag) => (this.#changedAt.get(tag) ?? 0) > changes)
    const ttl = Math.min(
      this.#maxAgeMs,
      validUntil - this.#now(),
      isOutdated ? graceLeft(started) : Number.POSITIVE_INFINITY,
    )
    // A later render may have been stored already.
    const newer = this.#stored.peek(key)
    if (ttl <= 0 || (newer && newer.startedAt > started.startedAt)) return page
    this.#stored.set(key, { page, tags, ...started }, { ttl })
    for (const tag of tags) this.#keysByTag.set(tag, (this.#keysByTag.get(tag) ?? new Set()).add(key))
    return page
  }

  #end(key: string): void {
    const stored = this.#stored.peek(key)
    const left = stored ? Math.min(graceLeft(stored), this.#stored.getRemainingTTL(key)) : 0
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

/** Pages whose HTML is the same for everyone, by the first part of their address. */
const withOneParameter = new Set(['l', 'product'])

/**
 * The cache key of a page: its route and parameters, never the raw address, so that made-up queries cannot fill the
 * cache. Null for addresses that no public page has.
 */
export function pageKey(path: string): string | null {
  const [first, second, ...rest] = path.replace(/\/$/, '').split('/').slice(1).map(inOneSpelling)
  if (!first || second === '' || rest.length > 0) return null
  if (second !== undefined) return withOneParameter.has(first) ? `${first}/${second}` : null
  return withOneParameter.has(first) ? null : first
}

const busyGraceMs = 250

/**
 * How many milliseconds a page may be used after a change. The feed and profiles, which many people change, are
 * rendered four times a second at most. A product's page is changed by its owner, who looks at once, so it has no
 * grace.
 */
export const graceOf = (key: string): number => (key.includes('/') ? 0 : busyGraceMs)

/** A slash within a part stays written as %2F, so that it does not look like a separator. */
function inOneSpelling(part: string): string {
  try {
    return encodeURIComponent(decodeURIComponent(part))
  } catch {
    return part
  }
}
