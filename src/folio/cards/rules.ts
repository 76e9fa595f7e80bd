import { searchedWords } from '../../shared/text.ts'

/**
 * The terms of a search: its first words, each once, without words of accents only, which every text would match; and
 * whether the index of three-letter sequences can be used.
 */
export function wordsSought(text: string): { words: string[]; isIndexed: boolean } {
  const words = searchedWords(text)
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
