import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { advisoryLocks } from '../../src/platform/database/advisory-locks.ts'
import { citationProblems } from './citations.ts'
import { brokenBlocks, decisionProblems, migrationProblems, unknownFolders, wideProse } from './documents.ts'
import { replacedNames, unexplainedWords } from './glossary.ts'
import { lockProblems } from './locks.ts'
import { floatingVersions, lockfileProblems, type Manifest, reasonProblems } from './packages.ts'
import { projectDir, projectFiles } from './project-files.ts'
import { deepIndexes, leftoverProblems, sizeProblems, wideComments } from './sources.ts'
import { strayTexts } from './texts.ts'

const files = projectFiles()
const read = (name: string) => readFileSync(path.join(projectDir, name), 'utf8')
const manifest: Manifest = JSON.parse(read('package.json'))

describe('the project is tidy', () => {
  it('is read as a whole', () => {
    const found = files.map((file) => file.path)
    expect(found).toContain('src/main.ts')
    expect(found).toContain('db/functions/earnings/fee_on.sql')
    expect(found).toContain('.ci/run')
    expect(found).toContain('docs/developing.md')
  })

  it('has no file or folder that is too large', () => expect(sizeProblems(files)).toEqual([]))
  it('has one index a slice', () => expect(deepIndexes(files)).toEqual([]))
  it('has no leftovers', () => expect(leftoverProblems(files)).toEqual([]))
  it('lists its decisions', () => expect(decisionProblems(files)).toEqual([]))
  it('cites existing headings and decisions', () => expect(citationProblems(files)).toEqual([]))
  it('quotes texts that the program has', () => expect(strayTexts(files)).toEqual([]))
  it('names things by the glossary', () => {
    expect(replacedNames(files)).toEqual([])
    expect(unexplainedWords(read('docs/glossary.md'))).toEqual([])
  })
  it('wraps its documents at one width', () => expect(wideProse(files)).toEqual([]))
  it('has whole tables and lists in its documents', () => expect(brokenBlocks(files)).toEqual([]))
  it('wraps its comments at that width', () => expect(wideComments(files)).toEqual([]))
  it('numbers its migrations, and has them change rows without triggers', () =>
    expect(migrationProblems(files)).toEqual([]))
  it('takes advisory locks by their list', () => expect(lockProblems(files, advisoryLocks)).toEqual([]))
  it('has import rules for every folder', () => expect(unknownFolders(files)).toEqual([]))
})

describe('the packages', () => {
  it('have exact versions', () => expect(floatingVersions(manifest)).toEqual([]))
  it('have reasons', () => expect(reasonProblems(manifest, read('docs/dependencies.md'))).toEqual([]))
  it('are locked for every platform', () =>
    expect(lockfileProblems(manifest, read('package-lock.json'))).toEqual([]))
})
