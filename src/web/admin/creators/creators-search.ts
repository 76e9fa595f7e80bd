import { oneOf, searchOf, text } from '../../app/search-of.ts'

/** The search of the address: which creators are listed. */
export const creatorsSearch = searchOf({ q: text, state: oneOf('deleted') })
