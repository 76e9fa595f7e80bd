import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { readCommit } from './version.ts'

const id = '0123456789abcdef0123456789abcdef01234567'
const main = 'ref: refs/heads/main\n'

/** A folder as Git lays it out, with these files. */
function layOut(files: Record<string, string>): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'folio-git-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), text)
  }
  return folder
}

it.each([
  ['of a branch', { HEAD: main, 'refs/heads/main': `${id}\n` }],
  ['of a branch as a clone packs it', { HEAD: main, 'packed-refs': `# pack-refs\n${id} refs/heads/main\n` }],
  ['that is checked out by itself', { HEAD: `${id}\n` }],
])('the commit %s is read without Git', (_, files) => {
  expect(readCommit(layOut(files))).toBe('0123456789ab')
})

it.each([
  ['a branch without a commit', { HEAD: main }],
  ['files that are not Git’s', { HEAD: 'nothing' }],
  ['no files', {}],
])('there is no commit where there is %s', (_, files) => {
  expect(readCommit(layOut(files))).toBeUndefined()
})
