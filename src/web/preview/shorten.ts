const aboutTwoLines = 200

/** Whole words of a text in one line, up to about two lines of a link preview. */
export function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  const characters = [...line]
  if (characters.length <= aboutTwoLines) return line
  return `${characters
    .slice(0, aboutTwoLines)
    .join('')
    .replace(/\s+\S*$/, '')}…`
}
