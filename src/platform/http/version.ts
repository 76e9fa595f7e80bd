import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

const projectDir = path.resolve(import.meta.dirname, '../../..')

/** The version of package.json. */
export const { version } = createRequire(import.meta.url)('../../../package.json') as { version: string }

/** The commit of this folder, in 12 digits; undefined if the files are not a clone of the repository. */
export const commit: string | undefined = readCommit(path.join(projectDir, '.git'))

/** Reads which commit a `.git` folder has checked out, without Git, which need not be installed. */
export function readCommit(folder: string): string | undefined {
  const read = (file: string) => {
    try {
      return readFileSync(path.join(folder, file), 'utf8')
    } catch {
      return ''
    }
  }
  const head = read('HEAD').trim()
  const branch = /^ref: (.+)$/.exec(head)?.[1]
  const packed = () =>
    read('packed-refs')
      .split('\n')
      .find((line) => line.endsWith(` ${branch}`))
  const id = branch ? read(branch) || packed() : head
  return /^[0-9a-f]{12}/.exec(id ?? '')?.[0]
}
