import type { AccountLimitRules } from '../shared/limit.ts'

/**
 * The products that an account may put into lists: far more than anybody saves in an evening, and few enough that a
 * public list's links, which stay for ever, are no way to fill the database (docs/product/limits.md#by-account).
 */
export const listingLimit: AccountLimitRules = {
  name: 'listed',
  rules: [
    { within: 'hour', proven: 1_000, unproven: 300 },
    { within: 'day', proven: 5_000, unproven: 600 },
  ],
  said: (products) => `put ${products} products into lists`,
  again: 'put in more',
}

/** The maximum of a person's lists, a list's products, and a photo's points (docs/product/limits.md#lists). */
export const maximum = { lists: 200, items: 500, points: 12 }

/**
 * How many products of a list others must be able to see (docs/product/lists.md#public-lists); `lists.is_shown` has the
 * same number.
 */
export const minShown = 3

/** Products on a page of a list. */
export const pageSize = 40

/** How many former addresses of a list lead to it. */
export const formerSlugsKept = 20

/** The first of `base`, `base-2`, `base-3` … that is not taken. */
export function freeSlug(base: string, taken: ReadonlySet<string>): string {
  for (let n = 1; ; n++) {
    const slug = n === 1 ? base : `${base}-${n}`
    if (!taken.has(slug)) return slug
  }
}

type Placed = { id: string; isPointed: boolean }

/** Items as a look shows them: those with a point first, each part in its order. */
export const pointedFirst = (items: Placed[]): Placed[] => [
  ...items.filter(({ isPointed }) => isPointed),
  ...items.filter(({ isPointed }) => !isPointed),
]

/** Items with one of them before another one, or at the end; as they are where one is missing. */
export function moved(items: Placed[], id: string, before: string | null): Placed[] {
  const item = items.find((one) => one.id === id)
  const others = items.filter((one) => one.id !== id)
  const place = before === null ? others.length : others.findIndex((one) => one.id === before)
  return item && place >= 0 ? others.toSpliced(place, 0, item) : items
}

/** Items with one of them, which has a point now, behind the last that had one. */
export function behindPoints(items: Placed[], id: string): Placed[] {
  const next = items.find((one) => one.id !== id && !one.isPointed)
  return moved(items, id, next?.id ?? null)
}

type Publishing = { shown_count: number; first_public_at: Date | null; is_day_taken: boolean }

/** Why a private list cannot become public now; null if it may. */
export function notYetPublic(
  list: Publishing,
  { isUnproven }: { isUnproven: boolean },
): 'too_few' | 'unproven' | 'tomorrow' | null {
  if (list.shown_count < minShown) return 'too_few'
  if (isUnproven) return 'unproven'
  return list.first_public_at === null && list.is_day_taken ? 'tomorrow' : null
}
