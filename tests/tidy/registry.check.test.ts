import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { judgements } from '../../scripts/registry/answers.ts'
import { projectDir } from './project-files.ts'

// docs/security.md#packages

const answer = (flaws: Record<string, string>) => ({
  vulnerabilities: Object.fromEntries(
    Object.entries(flaws).map(([name, severity]) => [name, { name, severity }]),
  ),
})
const signed = (name: string) => ({ name, version: '1.2.3' })

describe('what the registry says of packages', () => {
  it.each([
    ['no flaw', answer({}), false, 'No package that runs has a known flaw.'],
    ['lesser flaws', answer({ a: 'low', b: 'moderate' }), false, 'a (low), b (moderate)'],
    ['a grave flaw', answer({ a: 'low', b: 'high' }), true, 'b (high)'],
    ['the gravest', answer({ a: 'critical' }), true, 'a (critical)'],
    [
      'a mirror without flaws',
      { message: '405 Method Not Allowed', error: {} },
      false,
      'nothing was checked',
    ],
  ])('%s', (_case, given, isBad, says) => {
    expect(judgements.audit.judge(JSON.stringify(given))).toEqual({
      isBad,
      says: expect.stringContaining(says),
    })
  })

  it.each([
    ['all signed', { invalid: [], missing: [] }, false, 'as the registry has signed it'],
    ['some without', { invalid: [], missing: [signed('a')] }, false, 'without one: a@1.2.3'],
    ['another than was signed', { invalid: [signed('b')], missing: [] }, true, 'Do not use them'],
    ['a mirror without keys', { error: { code: 'ENOTFOUND' } }, false, 'nothing was checked'],
  ])('signatures: %s', (_case, given, isBad, says) => {
    expect(judgements.signatures.judge(JSON.stringify(given))).toEqual({
      isBad,
      says: expect.stringContaining(says),
    })
  })

  it.each(['', 'npm ERR! network', 'null'])('an answer that is none stops nothing: %j', (given) => {
    for (const { judge } of Object.values(judgements)) expect(judge(given).isBad).toBe(false)
  })
})

/** The command with an npm that answers this. */
function check(question: string, given: object) {
  const folder = mkdtempSync(path.join(tmpdir(), 'folio-npm-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const npm = path.join(folder, 'npm')
  writeFileSync(npm, `#!/bin/sh\necho "$@" > ${folder}/asked\necho '${JSON.stringify(given)}'\nexit 1\n`)
  chmodSync(npm, 0o755)
  const { status, stdout } = spawnSync(
    process.execPath,
    [path.join(projectDir, 'scripts/registry/check.ts'), question],
    { encoding: 'utf8', env: { ...process.env, PATH: `${folder}:${process.env.PATH}` } },
  )
  return { status, stdout, asked: readFileSync(path.join(folder, 'asked'), 'utf8').trim() }
}

it('the command ends with 1 for what the registry says, and with 0 where it does not answer', () => {
  expect(check('audit', answer({ a: 'high' }))).toEqual({
    status: 1,
    stdout: 'Packages with known flaws: a (high).\n',
    asked: 'audit --omit=dev --json --fetch-retries=0',
  })
  expect(check('signatures', { error: { code: 'ETIMEDOUT' } })).toEqual({
    status: 0,
    stdout: 'The registry did not say who has signed the packages: nothing was checked.\n',
    asked: 'audit signatures --json --fetch-retries=0',
  })
})
