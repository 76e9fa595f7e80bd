// Writes src/web/routeTree.gen.ts from the files in src/web/routes, so that types can be checked before the first
// build. The router's plugin does it while Vite reads its configuration.
import path from 'node:path'
import { resolveConfig } from 'vite'

await resolveConfig({ root: path.resolve(import.meta.dirname, '..') }, 'build')
