/** Shorter words resemble too many others. */
const shortest = 4
const longest = 24

/** Whether one wrong letter in a word is corrected: only in plain words that are neither too short nor too long. */
export const isForgiven = (word: string): boolean =>
  word.length >= shortest && word.length <= longest && /^[\p{L}\p{N}]+$/u.test(word)

/** Whether two different words differ by one letter that is wrong, missing, added or swapped with its neighbour. */
export function isOneSlip(word: string, other: string): boolean {
  if (word === other || Math.abs(word.length - other.length) > 1) return false
  const [short, long] = word.length <= other.length ? [word, other] : [other, word]
  let start = 0
  while (start < short.length && short[start] === long[start]) start += 1
  const rest = short.slice(start)
  if (short.length < long.length) return rest === long.slice(start + 1)
  if (rest.slice(1) === long.slice(start + 1)) return true
  return rest[0] === long[start + 1] && rest[1] === long[start] && rest.slice(2) === long.slice(start + 2)
}

/** A word that searches find, and how many have it. */
export type FoundWord = { word: string; holders: number }

/** The most likely correction of a word: one letter away, and the most frequent. Null if there is none. */
export function meantBy(typed: string, words: readonly FoundWord[]): string | null {
  const [best] = words
    .filter(({ word }) => isOneSlip(typed, word))
    .sort((a, b) => b.holders - a.holders || (a.word < b.word ? -1 : 1))
  return best?.word ?? null
}
