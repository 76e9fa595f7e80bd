import { withoutAccents } from '../../shared/text.ts'

/** What a person typed to find people, as it is looked for. */
export type PeopleSearch = {
  text: string
  /** Whether only the beginnings of names are looked at, since one or two letters are a part of nearly everyone's. */
  onlyBeginnings: boolean
  /** Whether it holds a letter or digit, without which no index can find it. */
  isIndexed: boolean
}

const fewestInside = 3

/** How a typed text is looked for: spaces count once, accents not as letters, and a sign @ before a username not at all. */
export function peopleSearchFor(typed: string): PeopleSearch {
  const text = typed
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/^@(?=.)/, '')
  const letters = withoutAccents(text)
  return {
    text,
    onlyBeginnings: [...letters].length < fewestInside,
    isIndexed: /[\p{L}\p{N}]/u.test(letters),
  }
}
