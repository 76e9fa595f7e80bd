type TextPart = { text: string; matched: boolean }

/** A character as the search compares it: without case and accents, which few have. */
const plain = (character: string) =>
  (character < '\x80' ? character : character.normalize('NFD').replace(/\p{M}/gu, '')).toLowerCase()

/** Where `searched` begins in `text`, in characters from the start; -1 if it is not found. */
function positionOf(text: string[], searched: string[]): number {
  const [characters, wanted] = [text.map(plain), searched.map(plain)]
  return characters.findIndex((_, start) =>
    wanted.every((character, offset) => (characters[start + offset] ?? '') === character),
  )
}

const wordsOf = (searched: string) => searched.split(/\s+/).filter(Boolean)

/**
 * A text split around the first occurrence of the searched text; if the whole is not found, around each of its words,
 * since a search finds them in any order.
 */
export function matchedParts(text: string, searched: string): TextPart[] {
  const [characters, wanted] = [[...text], [...searched.trim()]]
  const start = wanted.length === 0 ? -1 : positionOf(characters, wanted)
  if (start < 0) return matchedWords(text, wordsOf(searched))
  const end = start + wanted.length
  return [
    { text: characters.slice(0, start).join(''), matched: false },
    { text: characters.slice(start, end).join(''), matched: true },
    { text: characters.slice(end).join(''), matched: false },
  ].filter((part) => part.text)
}

function matchedWords(text: string, words: string[]): TextPart[] {
  const whole: TextPart[] = [{ text, matched: false }]
  if (words.length < 2) return whole
  return words.reduce(
    (parts, word) => parts.flatMap((part) => (part.matched ? part : matchedParts(part.text, word))),
    whole,
  )
}

const isIn = (text: string, searched: string) => matchedParts(text, searched).some(({ matched }) => matched)

type Searched = { title: string; description: string | null; tags: string[] | null }

/** The line under a result's title: the tags, matching ones first, unless only the description matches. */
export function matchNote({ title, description, tags }: Searched, searched: string): string {
  const rank = (tag: string) => (isIn(tag, searched) ? 0 : 1)
  const tagLine = (tags ?? [])
    .toSorted((a, b) => rank(a) - rank(b))
    .map((tag) => `#${tag}`)
    .join(' ')
  if (!description || isIn(title, searched) || isIn(tagLine, searched)) return tagLine
  const excerpt = excerptAround(description, searched)
  return excerpt ? `In “${excerpt}”` : tagLine
}

/** How many characters fit in one line of a result, and how many of them come before the match. */
const excerptLength = 60
const excerptLead = 20

/** The words around the match; null if the text has none. */
function excerptAround(text: string, searched: string): string | null {
  const characters = [...text.replace(/\s+/g, ' ').trim()]
  const wanted = [searched.trim(), ...wordsOf(searched)]
    .map((part) => [...part])
    .find((part) => positionOf(characters, part) >= 0)
  if (!wanted) return null
  const found = positionOf(characters, wanted)
  const start = found <= excerptLead ? 0 : afterSpace(characters, found - excerptLead, found)
  const end = Math.max(start + excerptLength, found + wanted.length)
  const isWhole = end >= characters.length
  const cut = isWhole ? -1 : characters.lastIndexOf(' ', end)
  return characters.slice(start, cut < found + wanted.length ? end : cut).join('')
}

/** Where the first word after `from` begins, or `limit` if none does before it. */
function afterSpace(characters: string[], from: number, limit: number): number {
  const space = characters.indexOf(' ', from)
  return space < 0 || space >= limit ? limit : space + 1
}
