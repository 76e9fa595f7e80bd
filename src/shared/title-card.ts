/** How many colours there are for what has no picture. */
export const toneCount = 8

/** The number of a title's colour: the same wherever and whenever it is drawn. */
export function toneOf(title: string): number {
  let hash = 7
  for (const character of title.trim()) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) >>> 0
  return ((hash ^ (hash >>> 15)) >>> 0) % toneCount
}
