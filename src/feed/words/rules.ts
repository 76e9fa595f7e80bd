/** A word of fewer letters is near too many others. */
const shortest = 4
const longest = 24

/** Whether a slip of one letter in a word is forgiven: plain words alone, neither too short nor endless. */
export const isForgiven = (word: string): boolean =>
  word.length >= shortest && word.length <= longest && /^[\p{L}\p{N}]+$/u.test(word)

/** Whether two different words are the same but for one letter that is wrong, missing, too many or swapped. */
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

/** A word that is found, and how many have it. */
export type FoundWord = { word: string; holders: number }

/** The word that a mistyped one was most likely meant as: one slip away, and the one that most have. Null where none is. */
export function meantBy(typed: string, words: readonly FoundWord[]): string | null {
  const [best] = words
    .filter(({ word }) => isOneSlip(typed, word))
    .sort((a, b) => b.holders - a.holders || (a.word < b.word ? -1 : 1))
  return best?.word ?? null
}
