import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { envExample } from '../../scripts/settings.ts'
import { environment, settingGroups } from '../../src/platform/environment.ts'

const written = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8')

it('.env.example lists every setting of the code: npm run env:example writes it', () => {
  expect(written).toBe(envExample())
  const listed = Object.values(settingGroups).flatMap((settings) => Object.keys(settings))
  const unlisted = Object.keys(environment.shape).filter((name) => !listed.includes(name))
  // Set by the scripts and the tests.
  expect(unlisted).toEqual(['NODE_ENV', 'AMAZON_TEST_ORIGIN', 'OIDC_TEST_ORIGIN'])
})

it('.env.example says what each setting does', () => {
  const undescribed = Object.values(settingGroups).flatMap((settings) =>
    Object.entries(settings)
      .filter(([, schema]) => !schema.description)
      .map(([name]) => name),
  )
  expect(undescribed).toEqual([])
})

it('.env.example changes nothing as it is, nor with every default uncommented', () => {
  const presets = [...written.matchAll(/^#([A-Z\d_]+)=(.+)$/gm)].map(([, name, value]) => [name, value])
  expect(presets.length).toBeGreaterThan(15)
  expect(environment.parse(Object.fromEntries(presets))).toEqual(environment.parse({}))
})
