import {
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

export const projectDir = path.resolve(import.meta.dirname, '../..')

/** A file of the project: its path from the project's folder, and its text. */
export type ProjectFile = { path: string; text: string }

const written = [
  '*.{ts,cjs,json,md}',
  '.ci/*',
  '{src,db,scripts,bench,packaging,tests}/**/*.{ts,tsx,cjs,css,sql,json,md,html}',
  'docs/**/*.md',
]

// Files that a program writes.
const generated = /\.gen\.ts$|^src\/platform\/database\/schema\.ts$|^package-lock\.json$|^bench\/results\//

/** All text that people wrote, below `root`. */
export function projectFiles(root = projectDir): ProjectFile[] {
  const paths = globSync(written, { cwd: root, exclude: ['**/node_modules'] })
  return paths
    .filter((file) => !generated.test(file))
    .sort()
    .map((file) => ({ path: file, text: readFileSync(path.join(root, file), 'utf8') }))
}

/**
 * A folder with the project's own settings and packages, and the given files, in which a check can run. `remove`
 * deletes it.
 */
export function temporaryProject(settings: string[], files: Record<string, string>) {
  const folder = mkdtempSync(path.join(tmpdir(), 'folio-tidy-'))
  for (const name of ['package.json', ...settings])
    copyFileSync(path.join(projectDir, name), path.join(folder, name))
  symlinkSync(path.join(projectDir, 'node_modules'), path.join(folder, 'node_modules'))
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
