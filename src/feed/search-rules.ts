/** What someone typed into the one search box, by what it asks for. */
export type Asked = {
  /** What is looked for, without the sign before it; it may be empty. */
  text: string
  /** Only products with such a tag are looked for. */
  isTag: boolean
  /** Only people are looked for. */
  isPerson: boolean
}

/** A sign before the text asks for one kind of thing, as it is written before tags and usernames. */
export function askedBy(typed: string): Asked {
  const [, sign, text = ''] = /^\s*([#@]?)\s*(.*)$/su.exec(typed) ?? []
  return { text: text.trim(), isTag: sign === '#', isPerson: sign === '@' }
}

/** Another text in place of the one that was typed, with the same sign before it. */
export const insteadOf = ({ isTag, isPerson }: Asked, text: string): string =>
  `${isTag ? '#' : ''}${isPerson ? '@' : ''}${text}`

const mostTags = 3

/** The tags of the products found that begin with a text, in a form that compares; those of most of them first. */
export function tagsAmong(
  found: readonly { tags: readonly string[] | null }[],
  text: string,
  formOf: (text: string) => string,
): string[] {
  const counts = new Map<string, number>()
  for (const tag of found.flatMap(({ tags }) => tags ?? []))
    if (formOf(tag).startsWith(formOf(text))) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, mostTags)
    .map(([tag]) => tag)
}
