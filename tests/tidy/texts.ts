import type { ProjectFile } from './project-files.ts'

/** A text between single quotes, which may have apostrophes within words. */
const quoted = /(?<![\p{L}\p{N}])'((?:[^']|(?<=\p{L})'(?=\p{L}))+?)'(?![\p{L}\p{N}])/gu
const codeSpan = /`[^`]*`/g
const filledIn = /\{[^}]*\}/

const isProgram = ({ path }: ProjectFile) =>
  /^src\/.*\.tsx?$/.test(path) && !/\.test\.tsx?$|\/testing\//.test(path)

/**
 * Texts quoted in the product's pages that are nowhere in the program, as `file: text`. Variable parts are `{…}`; the
 * parts around them are searched one by one.
 */
export function strayTexts(files: ProjectFile[]): string[] {
  const program = plain(
    files
      .filter(isProgram)
      .map(({ text }) => text)
      .join('\n'),
  )
  // A sentence with a link in it.
  const withoutTags = plain(program.replace(/<\/?[a-zA-Z][^<>]{0,200}>/g, ''))
  const isThere = (part: string) => program.includes(part) || withoutTags.includes(part)
  return files
    .filter(({ path }) => path.startsWith('docs/product/'))
    .flatMap(({ path, text }) =>
      quotesIn(text)
        .filter((quote) => !partsOf(quote).every(isThere))
        .map((quote) => `${path}: ${quote}`),
    )
}

const quotesIn = (markdown: string): string[] =>
  Array.from(markdown.replace(codeSpan, '').replace(/\s+/g, ' ').matchAll(quoted), ([, quote = '']) => quote)

/** The parts around variable ones; single letters are ignored. */
const partsOf = (quote: string): string[] =>
  quote
    .split(filledIn)
    .map(plain)
    .filter((part) => part.length > 2)

/** A text in one line, with one kind of apostrophe and hyphen, for comparing source and prose. */
const plain = (text: string): string =>
  text
    .replaceAll("\\'", "'")
    .replaceAll('’', "'")
    .replaceAll('\u2011', '-')
    .replaceAll("{' '}", ' ')
    .replace(/\s+/g, ' ')
    .trim()
