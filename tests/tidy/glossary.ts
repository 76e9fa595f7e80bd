import type { ProjectFile } from './project-files.ts'

/**
 * Names with a word that the glossary has replaced, and the word that is right (docs/glossary.md). Only words that have
 * no other use in names are here; names with an underscore are those of contracts and released tables, which stay.
 */
const replaced: [name: RegExp, right: string][] = [
  [/\b(?:\w*[a-z])?[rR]equestKey\w*/g, 'idempotency key'],
  [/\b(?:bury|buried)[A-Z]\w*|\b\w*[a-z](?:Bury|Buried)(?![a-z])\w*/g, 'tombstone'],
  [/\b(?:\w*[a-z])?[pP]ostProducts?(?![a-z])\w*/g, 'publish'],
  [/\b(?:\w*[a-z])?[kK]eptStatements?(?![a-z])\w*|\bKeepingClient\b/g, 'prepared statement'],
  [/\bkept(?:ForGood|Briefly)\b/g, 'cached'],
  [/\bisTold\b|\b(?:\w*[a-z])?(?:[tT]oldReturn|[rR]etold)(?![a-z_])\w*/g, 'reported'],
]

const isChecked = ({ path }: ProjectFile) => /\.(ts|tsx|md)$/.test(path) && !path.startsWith('tests/tidy/')

/** `late-part.tsx` as a name of code would be: `latePart`. */
const nameOf = (path: string): string =>
  path.slice(path.lastIndexOf('/') + 1).replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** Replaced names in the text or the name of a file, as `file: name (right word)`. */
export const replacedNames = (files: ProjectFile[]): string[] =>
  files
    .filter(isChecked)
    .flatMap(({ path, text }) =>
      replaced.flatMap(([pattern, right]) =>
        [...new Set(`${nameOf(path)}\n${text}`.match(pattern))].map(
          (name) => `${path}: ${name} (${right} in docs/glossary.md)`,
        ),
      ),
    )

/** The right words that the glossary does not explain. */
export const unexplainedWords = (glossary: string): string[] =>
  replaced
    .map(([, right]) => right)
    .filter((right) => !new RegExp(`^\\| ([^|]*, )?${right}\\b`, 'm').test(glossary))
