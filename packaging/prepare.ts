// Builds pages and program as the first start would, so that the folder may be read-only from then on.
import path from 'node:path'
import { buildIfChanged } from '../src/platform/build/build.ts'

const projectDir = path.resolve(import.meta.dirname, '..')
await buildIfChanged(projectDir, process.env, (line) => process.stdout.write(`${line}\n`))
