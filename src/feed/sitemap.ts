import { LRUCache } from 'lru-cache'
import type { Context } from '../platform/context.ts'
import { minuteMs } from '../shared/time.ts'
import {
  selectListRanges,
  selectProductRanges,
  selectProfileRanges,
  selectSitemapLists,
  selectSitemapProducts,
  selectSitemapProfiles,
} from './sitemap-sql.ts'

/** Far below the protocol's 50,000, so that a part is written within a tenth of a second and few megabytes. */
const rangeSize = 10_000
/** The last range grows until the ranges are computed again. */
const maxInPart = 50_000
/** Finding the ranges of a million products takes half a second. */
const rangesAgeMs = 10 * minuteMs

const kinds = {
  products: { selectRanges: selectProductRanges, selectRows: selectSitemapProducts },
  lists: { selectRanges: selectListRanges, selectRows: selectSitemapLists },
  profiles: { selectRanges: selectProfileRanges, selectRows: selectSitemapProfiles },
}

type SitemapKind = keyof typeof kinds

/** Reads what may be a moment late, at a standby where there is one (decision 91). */
type Read = <T>(work: (db: Context['db']) => Promise<T>) => Promise<T>

/** What search engines get: every public product and list, and everyone who has one, in parts of bounded size. */
export function createSitemap(read: Read) {
  const ranges = new LRUCache({
    max: 3,
    ttl: rangesAgeMs,
    fetchMethod: (kind: SitemapKind) => read((db) => kinds[kind].selectRanges(db, rangeSize)),
  })
  return {
    /** The numbers of the parts of a kind. */
    async parts(kind: SitemapKind): Promise<number[]> {
      const found = await ranges.forceFetch(kind)
      return found.map(({ number }) => number)
    },
    /** Links, usernames or paths of lists in a part, with their last changes; null where there is no such part. */
    async namesIn(kind: SitemapKind, number: number): Promise<{ name: string; changedAt: Date }[] | null> {
      const range = (await ranges.forceFetch(kind)).find((candidate) => candidate.number === number)
      if (!range) return null
      const rows = await read((db) => kinds[kind].selectRows(db, range, maxInPart))
      return rows.map(({ name, changed_at: changedAt }) => ({ name, changedAt }))
    },
  }
}
