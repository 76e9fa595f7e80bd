import { searchedText } from '../../shared/text.ts'

/** A text typed to find people, in the form that is searched. */
export type PeopleSearch = {
  text: string
  /** Whether only beginnings of names are searched, since one or two letters are part of nearly every name. */
  onlyBeginnings: boolean
  /** Whether it has a letter or digit; without one no index can find it. */
  isIndexed: boolean
}

const minInside = 3

/** Normalises a typed text: spaces are collapsed, accents removed, and a leading @ is dropped. */
export function peopleSearchFor(typed: string): PeopleSearch {
  const text = searchedText(typed).replace(/^@(?=.)/, '')
  return {
    text,
    onlyBeginnings: [...text].length < minInside,
    isIndexed: /[\p{L}\p{N}]/u.test(text),
  }
}
