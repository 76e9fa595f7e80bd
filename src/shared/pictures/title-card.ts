/** The number of colours for products without a picture. */
export const toneCount = 8

/** The number of a title's colour: the same wherever and whenever it is drawn. */
export function toneOf(title: string): number {
  let hash = 7
  for (let at = 0; at < title.length; at++) hash = (hash * 31 + title.charCodeAt(at)) % 9973
  return hash % toneCount
}
