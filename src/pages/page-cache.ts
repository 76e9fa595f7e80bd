import { LRUCache } from 'lru-cache'
import type { PageDependencies } from './dependencies.ts'

/** A page ready to send. */
export type Page = {
  status: number
  html: Buffer
  /** Compressed once, when the page is stored. */
  brotli: Buffer | null
  contentSecurityPolicy: string
  etag: string
  location: string | null
}

export type RenderedPage = { page: Page; dependencies: PageDependencies }

const maxEntries = 2_000
const maxBytes = 64 * 1024 * 1024
const maxAgeMs = 60_000

/**
 * Public pages by route and parameters. A page made before a change and finished after it is never stored, or it
 * would be stale for good; simultaneous misses of one key share one render.
 */
export class PageCache {
  readonly #pages = new LRUCache<string, Page>({
    max: maxEntries,
    maxSize: maxBytes,
    sizeCalculation: (page) => page.html.length + (page.brotli?.length ?? 0) + 1_000,
    dispose: (_page, key) => this.#forget(key),
  })
  readonly #keysByTag = new Map<string, Set<string>>()
  readonly #tagsByKey = new Map<string, Set<string>>()
  readonly #changedAt = new LRUCache<string, number>({ max: 10_000 })
  readonly #rendering = new Map<string, Promise<Page>>()
  #changes = 0
  #forgottenUpTo = 0
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  /** The stored page of `key`, or what `render` makes of it. */
  async get(key: string, render: () => Promise<RenderedPage>): Promise<Page> {
    const stored = this.#pages.get(key)
    if (stored) return stored
    const running = this.#rendering.get(key)
    if (running) return running
    const started = this.#changes
    const promise = render()
      .then((rendered) => this.#store(key, rendered, started))
      .finally(() => this.#rendering.delete(key))
    this.#rendering.set(key, promise)
    return promise
  }

  /** Drops every page made from what `tag` names. */
  invalidate(tag: string): void {
    this.#changes++
    this.#changedAt.set(tag, this.#changes)
    for (const key of [...(this.#keysByTag.get(tag) ?? [])]) {
      this.#pages.delete(key)
    }
    // A reader who comes after the change must not be given a render that began before it.
    this.#rendering.clear()
  }

  /** Drops everything: changes may have been missed. */
  clear(): void {
    this.#changes++
    this.#forgottenUpTo = this.#changes
    this.#pages.clear()
    this.#rendering.clear()
  }

  #store(key: string, { page, dependencies }: RenderedPage, started: number): Page {
    const ttl = Math.min(maxAgeMs, dependencies.validUntil - this.#now())
    if (page.status !== 200 || ttl <= 0 || this.#changedSince(started, dependencies.tags)) return page
    this.#pages.set(key, page, { ttl })
    this.#tagsByKey.set(key, dependencies.tags)
    for (const tag of dependencies.tags) {
      const keys = this.#keysByTag.get(tag) ?? new Set()
      this.#keysByTag.set(tag, keys.add(key))
    }
    return page
  }

  #changedSince(started: number, tags: Set<string>): boolean {
    if (this.#forgottenUpTo > started) return true
    return [...tags].some((tag) => (this.#changedAt.get(tag) ?? 0) > started)
  }

  #forget(key: string): void {
    for (const tag of this.#tagsByKey.get(key) ?? []) {
      const keys = this.#keysByTag.get(tag)
      keys?.delete(key)
      if (keys?.size === 0) this.#keysByTag.delete(tag)
    }
    this.#tagsByKey.delete(key)
  }
}
