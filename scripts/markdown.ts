/** The greatest width of prose in a document, in characters. */
export const markdownWidth = 120

const fence = /^\s*(?:```|~~~)/
/** What may be as long as it is: a table's row, a heading, a line of HTML. */
const asItIs = /^\s*(?:\||#{1,6} |<)/
/** The beginning of a list's item or a quotation, with what stands before its text. */
const item = /^(\s*(?:[-*+] |\d+[.)] |> ?))\S/
/** A word that would begin something else at the start of a line. */
const marker = /^(?:[-*+>|=]|#{1,6}|\d+[.)])$|^[>|]/

/** An item of a list after the end of a sentence. */
const runIn = /[.:;)`*]\s+(?:\d+\.\s+\S|[-*+]\s+(?:\*\*|`|\[))/

type Block = { lines: string[]; first: number; indent: string; wraps: boolean; isCode: boolean }

/**
 * The numbers of a document's lines, from 1, that are wider than prose may be. A word or link that is wider by itself
 * may stay.
 */
export function wideLines(text: string): number[] {
  return blocksOf(text)
    .filter((block) => block.wraps)
    .flatMap((block) =>
      block.lines.flatMap((line, index) =>
        isWide(line) && /\S\s+\S/.test(line.slice(block.indent.length)) ? [block.first + index] : [],
      ),
    )
}

/** The numbers of rows that have more or fewer cells than the first row of their table. */
export function unevenRows(text: string): number[] {
  let cells: number | undefined
  return blocksOf(text).flatMap(({ lines: [line = ''], first, isCode }) => {
    if (isCode || !/^\s*\|/.test(line)) cells = undefined
    else {
      const count = line.trim().match(/(?<!\\)\|/g)?.length
      cells ??= count
      if (count !== cells) return [first]
    }
    return []
  })
}

/** The numbers of the lines in whose paragraph an item of a list follows a sentence: `… so. 3. **Publish**`. */
export const runTogether = (text: string): number[] =>
  blocksOf(text)
    .filter(({ wraps, lines }) => wraps && runIn.test(lines.join(' ')))
    .map(({ first }) => first)

/** A document whose paragraphs and items that have too wide a line are wrapped again; all else stays as it is. */
export function wrapMarkdown(text: string): string {
  return blocksOf(text)
    .flatMap((block) => (block.wraps && block.lines.some(isWide) ? wrapped(block) : block.lines))
    .join('\n')
}

const isWide = (line: string) => line.length > markdownWidth

/** The document's lines, put together by paragraphs and items of lists; code, tables and blank lines by themselves. */
function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  let inCode = false
  let open = false
  for (const [index, line] of text.split('\n').entries()) {
    const isFence = fence.test(line)
    const fixed = inCode || isFence || line.trim() === '' || asItIs.test(line)
    if (isFence) inCode = !inCode
    const last = blocks.at(-1)
    const begins = item.exec(line)
    if (!fixed && open && last && !begins) last.lines.push(line)
    else {
      const indent = begins?.[1] ?? /^\s*/.exec(line)?.[0] ?? ''
      blocks.push({ lines: [line], first: index + 1, indent, wraps: !fixed, isCode: inCode || isFence })
    }
    open = !fixed
  }
  return blocks
}

function wrapped({ lines, indent }: Block): string[] {
  const words = lines.join(' ').slice(indent.length).trim().split(/\s+/)
  const further = indent.includes('>') ? indent : ' '.repeat(indent.length)
  const result: string[] = []
  let line = indent
  let isEmpty = true
  for (const word of words) {
    if (!isEmpty && line.length + 1 + word.length > markdownWidth && !marker.test(word)) {
      result.push(line)
      line = further
      isEmpty = true
    }
    line += isEmpty ? word : ` ${word}`
    isEmpty = false
  }
  return [...result, line]
}
