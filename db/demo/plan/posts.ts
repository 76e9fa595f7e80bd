import type { Marketplace } from '../../../src/shared/amazon/marketplaces.ts'
import { dayMs, minuteMs } from '../../../src/shared/time.ts'
import { after, momentOfDay, startOfDay } from '../calendar.ts'
import { type Creator, emailOf } from '../cast/people.ts'
import { finds } from '../finds/index.ts'
import { createRandom, type Random } from '../random.ts'

type Find = (typeof finds)[number]

/** A product that a creator will have shared. */
export type Post = {
  /** The post's name, the same whatever else of the demo changes. */
  key: string
  creator: Creator
  find: Find
  comment: string
  marketplace: Marketplace
  /** Not yet in a category. */
  inInbox: boolean
  /** Shared as Amazon has it: a long title, no photo and no price, as in many new installations. */
  isBare: boolean
  /** How many photos it has beside its picture. */
  photos: number
  at: Date
}

/**
 * What the creators share up to `end`, oldest first: each comment of a find becomes the product of another creator,
 * more of them recently than long ago. At most `limit`.
 */
export function planPosts(creators: readonly Creator[], end: Date, limit: number): Post[] {
  const shared = new Map<Creator, number>()
  const posts = createRandom('posts')
    .shuffled(finds)
    .flatMap((find) => postsOf(find, creators, shared, end))
  return posts.slice(0, limit).sort((a, b) => a.at.getTime() - b.at.getTime())
}

function postsOf(find: Find, creators: readonly Creator[], shared: Map<Creator, number>, end: Date): Post[] {
  const random = createRandom(`sharers of ${find.asin}`)
  const left = new Set(creators)
  return find.comments.flatMap((comment) => {
    const creator = sharerOf(find, [...left], shared, random)
    if (!creator) return []
    left.delete(creator)
    shared.set(creator, (shared.get(creator) ?? 0) + 1)
    return [postOf(find, creator, comment, end)]
  })
}

/** Someone of that category; those who have shared little for their activity come first. */
function sharerOf(find: Find, left: Creator[], shared: Map<Creator, number>, random: Random) {
  const knowing = left.filter((creator) => creator.categories.includes(find.category))
  if (left.length === 0) return undefined
  return random.weighted(knowing.length > 0 ? knowing : left, (creator) => {
    const rank = creator.categories.indexOf(find.category)
    return (creator.diligence * (6 - rank)) / (4 + (shared.get(creator) ?? 0))
  })
}

/** Most products have one photo, as in life. */
const furtherPhotos = [0, 0, 0, 0, 1, 2, 3]

function postOf(find: Find, creator: Creator, comment: string, end: Date): Post {
  const key = `demo ${find.asin} ${emailOf(creator)}`
  const random = createRandom(key)
  return {
    key,
    creator,
    find,
    comment,
    marketplace: random.chance(0.25) ? creator.shop : 'us',
    inInbox: random.chance(0.07),
    isBare: createRandom(`bare ${key}`).chance(0.1),
    photos: createRandom(`photos ${key}`).pick(furtherPhotos),
    at: momentOfPost(creator, end, random),
  }
}

function momentOfPost(creator: Creator, end: Date, random: Random): Date {
  const daysAgo = creator.joinedDaysAgo * random.next() ** 1.7
  const at = after(startOfDay(after(end, -daysAgo * dayMs)), momentOfDay(random))
  const joined = after(end, -creator.joinedDaysAgo * dayMs)
  const first = after(joined, random.between(10, 90) * minuteMs)
  const last = after(end, -random.between(10, 600) * minuteMs)
  return new Date(Math.max(first.getTime(), Math.min(last.getTime(), at.getTime())))
}
