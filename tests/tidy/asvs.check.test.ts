import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { asvsNumbers, asvsProblems } from './asvs.ts'
import { projectDir } from './project-files.ts'

const document = readFileSync(path.join(projectDir, 'docs/asvs.md'), 'utf8')
const exists = (file: string) => existsSync(path.join(projectDir, file))

it('every requirement of ASVS 5.0, levels 1 and 2, is in the table once, with its proof', () => {
  expect(asvsNumbers.size).toBe(253)
  expect(asvsProblems(document, exists)).toEqual([])
})

it('a row that is missing, repeated, or names a missing file is found', () => {
  const rows = document.split('\n')
  const row = '| V6.2.2 | 1 | Passwords can be changed | met | `src/nowhere.test.ts` |'
  expect(asvsProblems(rows.filter((line) => !line.startsWith('| V1.1.1 |')).join('\n'), exists)).toEqual([
    expect.stringMatching(/^the sum is not: Of 253: \d+ met/),
    'V1.1.1 is missing',
  ])
  expect(asvsProblems(`${document}\n${row}`, exists)).toEqual([
    expect.stringMatching(/^the sum is not/),
    'V6.2.2 stands there twice',
    'V6.2.2 names src/nowhere.test.ts, which is not there',
  ])
  const without = document.replace(
    /^\| V6\.2\.2 .*$/m,
    '| V6.2.2 | 2 | Passwords can be changed | met | yes |',
  )
  expect(asvsProblems(without, exists)).toEqual([
    'V6.2.2 is no requirement of level 2',
    'V6.2.2 is met by no test and no document',
  ])
})
