export type TagsOutcome = {
  /** All tags: those there were, then the new ones in the order they were typed. */
  tags: string[]
  added: string[]
  /** Typed, but there already. */
  repeated: string[]
}

/** Commas of several scripts, and the line breaks of pasted lists. */
const separator = /[,،，、\r\n]/

/** True for text that holds more than one tag. */
export const isTagList = (text: string): boolean => separator.test(text)

/**
 * Adds what was typed, one tag or several with commas between, to the tags: trimmed, lower-cased, no duplicates
 * (spec section 5). Limits are the form's to tell: nothing typed is cut or refused here.
 */
export function addTags(tags: readonly string[], typed: string): TagsOutcome {
  const outcome: TagsOutcome = { tags: [...tags], added: [], repeated: [] }
  for (const part of typed.split(separator)) {
    const tag = part.trim().toLowerCase()
    if (tag === '') continue
    if (outcome.tags.includes(tag)) outcome.repeated.push(tag)
    else {
      outcome.tags.push(tag)
      outcome.added.push(tag)
    }
  }
  return outcome
}

/** What a screen reader is told of an outcome. */
export function announcementOf({ added, repeated }: TagsOutcome): string {
  if (added.length > 1) return `${added.length} tags added`
  if (added.length === 1) return `${added[0]} added`
  return repeated.length > 0 ? `${repeated.join(', ')} is already there` : ''
}
