import { sampleItems } from './sample-items.ts'

export type SampleItem = {
  asin: string
  title: string
  description: string
  price_usd: number
  tags: string[]
  image_url: string
}

const asinCharacters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/**
 * A random sample item with a made-up ASIN starting with B0 (spec section 4). `random` gives numbers in [0, 1).
 * Its price is for the dialog alone and is never stored.
 */
export function randomSample(random: () => number = Math.random): SampleItem {
  const pick = <T>(from: ArrayLike<T>): T => from[Math.floor(random() * from.length)] as T
  const item = pick(sampleItems)
  const asin = `B0${Array.from({ length: 8 }, () => pick(asinCharacters)).join('')}`
  return { ...item, tags: [...item.tags], asin }
}

/** Every title that is a sample's. */
export const sampleTitles: readonly string[] = sampleItems.map((item) => item.title)

const titles: ReadonlySet<string> = new Set(sampleTitles)
const descriptions: ReadonlySet<string> = new Set(sampleItems.map((item) => item.description))

/** True while a title is still a sample's: the owner has not rewritten it. */
export const isSampleTitle = (title: string): boolean => titles.has(title.trim())

/** True while a description is still a sample's. */
export const isSampleDescription = (description: string): boolean => descriptions.has(description.trim())
