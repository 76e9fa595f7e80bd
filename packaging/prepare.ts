// Builds the pages as the first start would, so that the folder may be read-only from then on.
import path from 'node:path'
import { buildWebIfChanged } from '../src/pages/build.ts'

const projectDir = path.resolve(import.meta.dirname, '..')
await buildWebIfChanged({ projectDir, distDir: path.join(projectDir, 'dist'), env: process.env })
