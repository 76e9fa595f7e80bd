export type TagOutcome = 'added' | 'duplicate' | 'blank'

/**
 * Adds what was typed to the tags: trimmed, lower-cased, no duplicates (spec section 5).
 * Returns the tags, unchanged unless the outcome is 'added', and the tag as it was understood.
 */
export function addTag(
  tags: readonly string[],
  typed: string,
): { tags: string[]; tag: string; outcome: TagOutcome } {
  const tag = typed.trim().toLowerCase()
  if (tag === '') return { tags: [...tags], tag, outcome: 'blank' }
  if (tags.includes(tag)) return { tags: [...tags], tag, outcome: 'duplicate' }
  return { tags: [...tags, tag], tag, outcome: 'added' }
}
