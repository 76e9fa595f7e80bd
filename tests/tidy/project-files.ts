import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

export const projectDir = path.resolve(import.meta.dirname, '../..')

/** A file of the project: its path from the project's folder, and its text. */
export type ProjectFile = { path: string; text: string }

const written = [
  '*.{ts,cjs,json,md}',
  '.ci/*',
  '{src,db,scripts,bench,tests}/**/*.{ts,tsx,cjs,css,sql,json,md,html}',
  'docs/**/*.md',
]

// What a program writes.
const generated = /\.gen\.ts$|^src\/platform\/database\/schema\.ts$|^package-lock\.json$|^bench\/results\//

/** All text that people wrote, below `root`. */
export function projectFiles(root = projectDir): ProjectFile[] {
  const paths = globSync(written, { cwd: root, exclude: ['**/node_modules'] })
  return paths
    .filter((file) => !generated.test(file))
    .sort()
    .map((file) => ({ path: file, text: readFileSync(path.join(root, file), 'utf8') }))
}
