import { withoutAccents } from '../../shared/text.ts'

/**
 * What a search looks for: its words, each once, none where there are only accents, which every text would hold; and
 * whether the index, which knows three letters in a row, helps.
 */
export function wordsSought(text: string): { words: string[]; isIndexed: boolean } {
  const words = [...new Set(withoutAccents(text).split(/\s+/).filter(Boolean))]
  return { words, isIndexed: words.some((word) => /[\p{L}\p{N}]{3}/u.test(word)) }
}

/**
 * The ASIN that someone typed into a search, by itself or as "Amazon item {ASIN}" is shown
 * (docs/product/products.md#searching); null for any other text.
 */
export const asinTyped = (text: string): string | null =>
  /^(?:amazon item )?([a-z0-9]{10})$/i.exec(text.trim())?.[1]?.toUpperCase() ?? null

/** Cards on one page of any list (docs/product/limits.md#lists). */
export const pageSize = 40
