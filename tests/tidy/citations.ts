import path from 'node:path'
import type { ProjectFile } from './project-files.ts'

const recordName = /^docs\/decisions\/(\d{4})-[^/]+\.md$/
const productPage = /docs\/product\/[\w-]+\.md(?:#[\w-]*)?/g
const recordFile = /docs\/decisions\/(\d{4})/g
/** 'decision 34', 'decisions 24 to 28, 33 and 41'. */
const numbered = /\b[Dd]ecisions? (\d{1,4}\b(?:(?:,| to|,? and| or) \d{1,4}\b)*)/g
const link = /\]\(([^()\s]+)\)/g
/** A file or folder that a document names; `NNNN` stands for a number to come. */
const sourcePath = /`((?:src|db|tests|scripts|bench|docs)\/(?![^`]*NNNN)[\w./-]+)`/g
/** A file that a document names without its folder, as one of those in a folder that it names beside it. */
const sourceName = /`([a-z][a-z0-9-]*\.tsx?)`/g
/** Where a comment continues in the next line. */
const lineBreak = /\s*\n\s*(?:\*(?!\/)|\/\/|--)?\s*/g

/**
 * Citations of missing pages, headings or records, as `file: citation`: in code and tests headings of docs/product and
 * decisions by number, in documents also links between them and the files they name.
 */
export function citationProblems(files: ProjectFile[]): string[] {
  const documents = new Map(files.filter(isDocument).map((file) => [file.path, anchorsOf(file.text)]))
  const records = new Set(files.map((file) => Number(recordName.exec(file.path)?.[1])))

  const names = new Set(files.map((file) => path.posix.basename(file.path)))

  /** Whether a document exists, and has the heading where one is named. */
  function leadsSomewhere(target: string): boolean {
    const [file = '', anchor] = target.split('#')
    const anchors = documents.get(file)
    return anchor === undefined ? anchors !== undefined : anchors?.has(anchor) === true
  }

  function problemsIn(file: ProjectFile): string[] {
    const text = file.text.replace(lineBreak, ' ')
    const pages = all(text, productPage).filter(
      (cited) => !leadsSomewhere(isDocument(file) ? cited : heading(cited)),
    )
    const paths = all(text, recordFile, 1).filter((number) => !records.has(Number(number)))
    const numbers = all(text, numbered, 1)
      .flatMap((list) => list.match(/\d+/g) ?? [])
      .filter((number) => !records.has(Number(number)))
    const links = isDocument(file) ? all(file.text, link, 1).filter((to) => !leadsOn(file.path, to)) : []
    const named = isDocument(file)
      ? [
          ...all(file.text, sourcePath, 1).filter((to) => !isThere(to)),
          ...all(file.text, sourceName, 1).filter((name) => !names.has(name)),
        ]
      : []
    return [
      ...pages,
      ...paths.map((number) => `docs/decisions/${number}`),
      ...numbers.map((number) => `decision ${number}`),
      ...links,
      ...named,
    ]
  }

  const isThere = (named: string) => {
    const folder = named.endsWith('/') ? named : `${named}/`
    return files.some(({ path: file }) => file === named || file.startsWith(folder))
  }

  /** Only a document's links to documents are checked. */
  function leadsOn(from: string, to: string): boolean {
    const [file = '', anchor] = to.split('#')
    if (/^[a-z]+:/.test(to) || (file && !file.endsWith('.md'))) return true
    const target = file ? path.posix.join(path.posix.dirname(from), file) : from
    return leadsSomewhere(anchor === undefined ? target : `${target}#${anchor}`)
  }

  return (
    files
      // This folder holds what is planted to prove this.
      .filter((file) => !file.path.startsWith('tests/tidy/'))
      .flatMap((file) => problemsIn(file).map((problem) => `${file.path}: ${problem}`))
  )
}

const isDocument = ({ path: file }: ProjectFile) => file.endsWith('.md')

/** A whole page is too large to cite in code: a heading must be named. */
const heading = (cited: string) => (cited.includes('#') ? cited : `${cited}#`)

const all = (text: string, pattern: RegExp, group = 0): string[] =>
  Array.from(text.matchAll(pattern), (found) => found[group] ?? '')

/** The anchors of a document's headings, as GitHub and editors make them. */
function anchorsOf(markdown: string): Set<string> {
  const anchors = new Set<string>()
  const prose = markdown.replace(/^```.*?^```/gms, '')
  for (const title of all(prose, /^#{1,6} (.+)$/gm, 1)) {
    const anchor = title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-')
    let nth = 0
    while (anchors.has(nth === 0 ? anchor : `${anchor}-${nth}`)) nth++
    anchors.add(nth === 0 ? anchor : `${anchor}-${nth}`)
  }
  return anchors
}
