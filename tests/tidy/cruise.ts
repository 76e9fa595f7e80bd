import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { projectDir } from './project-files.ts'

type Dependency = { module: string; resolved: string; rules?: { name: string }[] }
type CruiseResult = {
  modules: { source: string; dependencies: Dependency[] }[]
  summary: { ruleSetUsed: { forbidden: { name: string; comment: string }[] } }
}

/** The folders to check, if they exist. */
const folders = ['src', 'db', 'scripts', 'bench', 'tests']

/** The result of `npm run check:imports` in `folder`: every import, and the rules that it breaks. */
export function cruise(folder: string): CruiseResult {
  const program = path.join(projectDir, 'node_modules/.bin/depcruise')
  const options = ['--config', '.dependency-cruiser.cjs', '--output-type', 'json']
  const found = folders.filter((name) => existsSync(path.join(folder, name)))
  const { stdout, stderr } = spawnSync(program, [...options, ...found], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  if (!stdout.startsWith('{')) throw new Error(stderr)
  return JSON.parse(stdout)
}

/** The rules that imports of a file break. */
export function brokenBy(result: CruiseResult, file: string): string[] {
  const dependencies = result.modules.find(({ source }) => source === file)?.dependencies ?? []
  return dependencies.flatMap(({ rules = [] }) => rules.map(({ name }) => name))
}
