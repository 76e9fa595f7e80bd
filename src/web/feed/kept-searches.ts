export type KeptSearch = {
  text: string
  /** How far the page was scrolled when the results took the list's place, in CSS pixels. */
  listY: number
}

/** Open searches by history entry, so that the back button finds the results again. */
export const keptSearches = new Map<string, KeptSearch>()

/** Whether anything is looked for under a history entry. */
export const hasKeptText = (entry: string): boolean => Boolean(keptSearches.get(entry)?.text.trim())
