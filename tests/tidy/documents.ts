import path from 'node:path'
import { tableOwners } from '../../db/table-owners.ts'
import { markdownWidth, runTogether, unevenRows, wideLines } from '../../scripts/markdown.ts'
import type { ProjectFile } from './project-files.ts'

const fiveLines = ['What', 'Why', 'Refused', 'Costs', 'Reconsider']
/** A record that only points to another one. */
const movedOn = /^(?:Joined into|Superseded by) \[\d+\]\(/

/** The first of the five paragraphs that is missing at the beginning of a record, or out of order. */
function missingLine(text: string): string | undefined {
  const paragraphs = text.split(/\n{2,}/).slice(1)
  if (movedOn.test(paragraphs[0] ?? '')) return undefined
  return fiveLines.find((word, index) => !paragraphs[index]?.startsWith(`**${word}.** `))
}

/**
 * Problems of decision records: each has a title with its number, a line in the list, and begins with five lines,
 * unless it says which other record it was joined into or superseded by.
 */
export function decisionProblems(files: ProjectFile[]): string[] {
  const folder = 'docs/decisions/'
  const list = files.find((file) => file.path === `${folder}README.md`)?.text ?? ''
  const records = files.filter((file) => file.path.startsWith(folder) && !file.path.endsWith('README.md'))
  return records.flatMap(({ path: file, text }) => {
    const name = path.basename(file)
    const number = /^(\d{4})-[a-z\d-]+\.md$/.exec(name)?.[1]
    const problems: string[] = []
    if (!number) problems.push(`${file} is not named like 0001-a-few-words.md`)
    else if (!new RegExp(`^# ${Number(number)}\\. \\S`).test(text))
      problems.push(`${file} does not start with "# ${Number(number)}. " and a title`)
    const missing = missingLine(text)
    if (missing) problems.push(`${file} has no line "**${missing}.** …" where a record begins with it`)
    if (!list.includes(`(${name})`)) problems.push(`${file} is not listed in ${folder}README.md`)
    return problems
  })
}

/** Lines of documents that are wider than prose may be; `npm run format` wraps them. */
export const wideProse = (files: ProjectFile[]): string[] =>
  files
    .filter((file) => file.path.endsWith('.md'))
    .flatMap(({ path: file, text }) =>
      wideLines(text).map((line) => `${file}:${line} is wider than ${markdownWidth}: npm run format`),
    )

/** Tables with rows of different lengths, and lists whose items run into each other. */
export const brokenBlocks = (files: ProjectFile[]): string[] =>
  files
    .filter((file) => file.path.endsWith('.md'))
    .flatMap(({ path: file, text }) => [
      ...unevenRows(text).map(
        (line) => `${file}:${line} has another number of cells than its table’s header`,
      ),
      ...runTogether(text).map((line) => `${file}:${line} runs into an item of a list`),
    ])

const changesRows = /^(?:insert into|update|delete from) (\w+)/gm

/**
 * Problems of migrations: they are numbered without a gap, and switch triggers off where they change rows, since in an
 * archive that is restored there are none (docs/developing.md#change-the-schema).
 */
export function migrationProblems(files: ProjectFile[]): string[] {
  const migrations = files.filter((file) => /^db\/migrations\/.*\.sql$/.test(file.path))
  return migrations.flatMap(({ path: file, text }, index) => {
    const problems: string[] = []
    const number = String(index + 1).padStart(4, '0')
    if (!path.basename(file).startsWith(`${number}_`))
      problems.push(`${file} should have the number ${number}`)
    for (const [, table = ''] of text.matchAll(changesRows))
      if (!text.includes(`alter table ${table} disable trigger user;`))
        problems.push(`${file} changes rows of ${table} without "alter table ${table} disable trigger user;"`)
    return problems
  })
}

const parts = ['shared', 'pages', 'rest', 'web']
const slices = Object.keys(tableOwners)

/** Folders of src that no import rule knows; a new one needs its rules in .dependency-cruiser.cjs first. */
export function unknownFolders(files: ProjectFile[]): string[] {
  const folders = files.map((file) => /^src\/([^/]+)\//.exec(file.path)?.[1])
  const known = new Set<string | undefined>([...parts, ...slices, undefined])
  return [...new Set(folders)].filter((folder) => !known.has(folder)).map((folder) => `src/${folder}`)
}
