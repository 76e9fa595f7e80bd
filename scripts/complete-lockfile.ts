// Adds to the lockfile what npm left out (see lockfile.ts). A tidy test fails when this is needed. The hashes of these
// packages are not known here: npm takes them by the exact version that their parents ask for.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type Lockfile, missingFromLockfile } from './lockfile.ts'

const file = path.resolve(import.meta.dirname, '../package-lock.json')
const lockfile: Lockfile = JSON.parse(readFileSync(file, 'utf8'))
const missing = missingFromLockfile(lockfile)
const { '': project, ...others } = { ...lockfile.packages, ...missing }
const sorted = Object.entries(others).sort(([a], [b]) => a.localeCompare(b, 'en'))
const packages = { '': project, ...Object.fromEntries(sorted) }
writeFileSync(file, `${JSON.stringify({ ...lockfile, packages }, null, 2)}\n`)
console.log(`${Object.keys(missing).length} packages of other platforms added`)
