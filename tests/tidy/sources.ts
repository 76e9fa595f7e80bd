import path from 'node:path'
import type { ProjectFile } from './project-files.ts'

type Leftover = { what: string; pattern: RegExp; where: RegExp; except?: RegExp }

const code = /\.(ts|tsx|cjs)$/
const program = /^src\//

const leftovers: Leftover[] = [
  { what: 'an unfinished note', pattern: /\b(TODO|FIXME|XXX|HACK)\b/, where: /./ },
  // Biome finds @ts-ignore, and of these tests only the plainest.
  { what: 'a silenced check', pattern: /@ts-nocheck/, where: code },
  {
    what: 'a test that is skipped or runs alone',
    pattern: /\b(describe|suite|it|test|bench)(\.\w+)*\.(only|skip|todo)\b/,
    where: code,
  },
  {
    // The import rules do not see them.
    what: 'an inline type import',
    pattern: /\bimport\('[^']*'\)\.(?!then\b)\w|\btypeof import\(/,
    where: program,
    // It loads the program's own files through Vite, and may import anything.
    except: /^src\/dev\.ts$/,
  },
  {
    what: 'a path of somebody’s machine',
    pattern: /(?<![\w.}/-])\/(home\/\w|Users\/\w|root\/|work\b|workspace\b)/,
    where: /./,
  },
]

/** Leftovers that should not be committed, as `file:line: what`. */
export function leftoverProblems(files: ProjectFile[]): string[] {
  // This folder holds the patterns, and samples that prove them.
  return files.filter((file) => !file.path.startsWith('tests/tidy/')).flatMap(problemsIn)
}

function problemsIn(file: ProjectFile): string[] {
  const rules = leftovers.filter(({ where, except }) => where.test(file.path) && !except?.test(file.path))
  return file.text.split('\n').flatMap((line, index) => {
    const found = rules.filter(({ pattern }) => pattern.test(line)).map(({ what }) => what)
    if (pathsOut(file.path, line)) found.push('a path out of the project')
    return found.map((what) => `${file.path}:${index + 1}: ${what}`)
  })
}

/** True when the line names a relative path that leaves the project. Tests may hold such paths as attacks. */
function pathsOut(file: string, line: string): boolean {
  if (file.endsWith('.test.ts')) return false
  const paths = line.match(/(?<![\w./])(\.\.\/)+[\w.-]*/g) ?? []
  return paths.some((relative) => path.posix.join(path.posix.dirname(file), relative).startsWith('..'))
}

/** The most lines of a file, and files of a folder, so that each can be read in one go. */
const most = { lines: 400, files: 20 }

/** Folders that are lists by nature: one file per address, migration, decision or drawing. */
const lists = /^(src\/web\/routes|db\/migrations|docs\/decisions|db\/demo\/(finds|pictures\/drawings))$/

const isSource = ({ path }: ProjectFile) => /\.(ts|tsx|cjs|css)$/.test(path)
const isTest = (file: string) => /\.test\.tsx?$/.test(file)

/** Files and folders that are too large (tests counted separately). */
export function sizeProblems(files: ProjectFile[]): string[] {
  const sources = files.filter(isSource)
  const long = sources
    .map((file) => ({ path: file.path, lines: file.text.trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > most.lines)
  const folders = Map.groupBy(
    sources.map((file) => file.path),
    (file) => `${path.posix.dirname(file)}${isTest(file) ? ': tests' : ''}`,
  )
  const full = [...folders].filter(([folder, held]) => held.length > most.files && !lists.test(folder))
  return [
    ...long.map(({ path, lines }) => `${path} has ${lines} lines, more than ${most.lines}`),
    ...full.map(([folder, held]) => `${folder} has ${held.length} files, more than ${most.files}`),
  ]
}

const commentWidth = 120
/** A line of a comment, also of one at the end of a statement, with two words or more. */
const comment = /(?:^\s*(?:\/\/|\{?\/\*|\*|--)|\s(?:\/\/|--)(?=\s[^'"`]*$))\s*\S+\s+\S/

/** Lines of comments that are wider than prose may be: no formatter wraps them. */
export const wideComments = (files: ProjectFile[]): string[] =>
  files
    .filter(({ path }) => /\.(tsx?|cjs|sql)$/.test(path))
    .flatMap(({ path, text }) =>
      text
        .split('\n')
        .flatMap((line, index) =>
          line.length > commentWidth && comment.test(line)
            ? [`${path}:${index + 1} has a comment wider than ${commentWidth}`]
            : [],
        ),
    )

/** An index.ts shows what a slice offers. Deeper ones would hide which file has a name. */
export const deepIndexes = (files: ProjectFile[]): string[] =>
  files.map((file) => file.path).filter((file) => /^src\/(?!web\/).*\/.*\/index\.ts$/.test(file))
