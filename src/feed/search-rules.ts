/** A text typed into the search box, by what it looks for. */
export type Asked = {
  /** The text without the sign before it; it may be empty. */
  text: string
  /** Only products with such a tag are searched. */
  isTag: boolean
  /** Only people are searched. */
  isPerson: boolean
}

/** The sign before a text (# for tags, @ for usernames) asks for one kind of result. */
export function askedBy(typed: string): Asked {
  const [, sign, text = ''] = /^\s*([#@]?)\s*(.*)$/su.exec(typed) ?? []
  return { text: text.trim(), isTag: sign === '#', isPerson: sign === '@' }
}

/** Replaces the text and keeps its sign. */
export const insteadOf = ({ isTag, isPerson }: Asked, text: string): string =>
  `${isTag ? '#' : ''}${isPerson ? '@' : ''}${text}`

const maxTags = 3

/** The tags of the products found that begin with a text, in comparable form, the most frequent first. */
export function tagsAmong(
  found: readonly { tags: readonly string[] | null }[],
  text: string,
  formOf: (text: string) => string,
): string[] {
  const counts = new Map<string, number>()
  const form = formOf(text)
  for (const tag of found.flatMap(({ tags }) => tags ?? []))
    if (formOf(tag).startsWith(form)) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, maxTags)
    .map(([tag]) => tag)
}
