import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Finding, median, range, seconds } from '../report.ts'
import { startApp } from '../stage/app.ts'
import { projectDir } from '../stage/programs.ts'

/** What a first start makes, and what is not needed for one. */
const left = new Set(['node_modules', 'dist', '.data', '.git', 'bench', 'tests', 'docs'])

/** The time to the first start after an installation, with database and web build, and to a start after that. */
export async function startsFigure(): Promise<Finding[]> {
  const copy = copyProject()
  try {
    const first = await timeOfStart(copy)
    const warm = [await timeOfStart(copy), await timeOfStart(copy), await timeOfStart(copy)]
    return [
      { what: 'first start: database made, pages built', measured: seconds(first), target: null, met: null },
      {
        what: 'start after that',
        measured: seconds(median(warm)),
        target: null,
        met: null,
        detail: range(warm, seconds),
      },
    ]
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

/** A copy as it is after an installation, beside which the project's own build, caches and data stay as they are. */
function copyProject(): string {
  const copy = mkdtempSync(path.join(tmpdir(), 'folio-start-'))
  // For the account that PostgreSQL runs as when root measures.
  chmodSync(copy, 0o755)
  for (const name of readdirSync(projectDir))
    if (!left.has(name)) cpSync(path.join(projectDir, name), path.join(copy, name), { recursive: true })
  const packages = path.join(projectDir, 'node_modules')
  mkdirSync(path.join(copy, 'node_modules'))
  for (const name of readdirSync(packages))
    if (name !== '.cache') symlinkSync(path.join(packages, name), path.join(copy, 'node_modules', name))
  return copy
}

async function timeOfStart(copy: string): Promise<number> {
  const app = await startApp({}, copy)
  await app.stop()
  return app.startMs
}
