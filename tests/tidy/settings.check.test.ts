import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { envExample, isForOperators } from '../../scripts/settings.ts'
import { inputOf, settingsOf } from '../../src/platform/settings/forms.ts'
import { settingsForm } from '../../src/platform/settings/settings.ts'

const written = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8')
const settings = [...settingsOf(settingsForm)]

it('.env.example lists every setting of the code: npm run env:example writes it', () => {
  expect(written).toBe(envExample())
  const unlisted = settings.filter((setting) => !isForOperators(setting)).map(({ variable }) => variable)
  // Set by the scripts and the tests.
  expect(unlisted.sort()).toEqual(['AMAZON_TEST_ORIGIN', 'NODE_ENV', 'OIDC_TEST_ORIGIN', 'PUSH_TEST_ORIGIN'])
})

it('each setting has a variable of its own', () => {
  const variables = settings.map(({ variable }) => variable)
  expect(new Set(variables).size).toBe(variables.length)
  expect(variables.length).toBeGreaterThan(60)
})

it('.env.example changes nothing as it is, nor with every default uncommented', () => {
  const presets = [...written.matchAll(/^#([A-Z\d_]+)=(.+)$/gm)].map(([, name, value]) => [name, value])
  expect(presets.length).toBeGreaterThan(15)
  const read = (env: Record<string, string>) => settingsForm.parse(inputOf(settingsForm, env))
  expect(read(Object.fromEntries(presets))).toEqual(read({}))
})
