// Draws the map of docs/ARCHITECTURE.md from what imports what: `npm run docs:map`.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { drawMap, withMap } from './map.ts'

type Cruised = { modules: { source: string; dependencies: { resolved: string }[] }[] }

const projectDir = path.join(import.meta.dirname, '..')
const document = path.join(projectDir, 'docs/ARCHITECTURE.md')
const program = path.join(projectDir, 'node_modules/.bin/depcruise')
const options = ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', 'src']
const output = execFileSync(program, options, { cwd: projectDir, encoding: 'utf8', maxBuffer: 2 ** 28 })
const { modules }: Cruised = JSON.parse(output)
const imports = modules.flatMap(({ source, dependencies }) =>
  dependencies.map(({ resolved }) => ({ from: source, to: resolved })),
)
writeFileSync(document, withMap(readFileSync(document, 'utf8'), drawMap(imports)))
