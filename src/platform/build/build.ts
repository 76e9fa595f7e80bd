import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { OperatorError } from '../operator-error.ts'

const pageSources = [
  'src/web/**/*.*',
  'src/shared/**/*.ts',
  'vite.config.ts',
  'scripts/vite/*.ts',
  'scripts/check-ledger.ts',
  'scripts/check-ledger/*.ts',
  'package.json',
  'package-lock.json',
]
const programSources = [
  'src/*.ts',
  'src/!(web)/**/*.ts',
  'scripts/vite/{program,less-text}.ts',
  'package.json',
  'package-lock.json',
]
const oldAfterMs = 14 * 24 * 3_600_000
/** Files that are part of neither pages nor program. */
const leftOut = /\.gen\.ts$|\.test\.tsx?$|\/testing\//

/**
 * Builds the web pages and the program that serves them, each unless its files in `dist` were made from the same
 * sources. Says so before, and how long that took here the last time, unless nothing is built. Returns the folder of
 * the built program.
 */
export async function buildIfChanged(
  projectDir: string,
  env: NodeJS.ProcessEnv,
  say: (line: string) => void,
): Promise<string> {
  const program = programOf(projectDir, env)
  const parts = [program, await pagesOf(projectDir, env)].filter(({ isBuilt }) => !isBuilt)
  if (parts.length === 0) return program.folder
  const file = path.join(projectDir, 'dist/build-seconds.json')
  const before = await lastSeconds(file)
  // They are built at the same time.
  say(`Building Folio: ${expected(Math.max(...parts.map(({ name }) => before[name] ?? 0)))}.`)
  const took = await Promise.all(
    parts.map(async ({ name, build }) => {
      const began = performance.now()
      await build()
      return [name, Math.ceil((performance.now() - began) / 1_000)] as const
    }),
  )
  await writeFile(file, JSON.stringify({ ...before, ...Object.fromEntries(took) }))
  return program.folder
}

const expected = (seconds: number) =>
  seconds === 0
    ? 'it takes about a minute'
    : `it took ${seconds.toLocaleString('en-US', { style: 'unit', unit: 'second', unitDisplay: 'long' })} here the last time`

/** How many seconds each part took to be built here; nothing where none was, or nobody can read it. */
const lastSeconds = (file: string): Promise<Record<string, number>> =>
  readFile(file, 'utf8')
    .then(JSON.parse)
    .catch(() => ({}))

async function pagesOf(projectDir: string, env: NodeJS.ProcessEnv) {
  const marker = path.join(projectDir, 'dist/built-from')
  const fingerprint = fingerprintOf(projectDir, pageSources)
  return {
    name: 'pages',
    isBuilt: (await readFile(marker, 'utf8').catch(() => '')) === fingerprint,
    build: async () => {
      await build(projectDir, env, ['--app'])
      await writeFile(marker, fingerprint)
    },
  }
}

/** Each version has a folder of its own, so that a running one still finds the files that it loads late. */
function programOf(projectDir: string, env: NodeJS.ProcessEnv) {
  const programs = path.join(projectDir, 'dist/program')
  const folder = path.join(programs, fingerprintOf(projectDir, programSources).slice(0, 12))
  return {
    ...{ name: 'program', folder, isBuilt: existsSync(folder) },
    build: async () => {
      // Written aside, then renamed: the folder is always complete, even when two build at once.
      const aside = `${folder}.${process.pid}`
      await build(projectDir, env, ['--config', 'scripts/vite/program.ts', '--outDir', aside])
      await rename(aside, folder).catch(async (error: unknown) => {
        if (!existsSync(folder)) throw error
        await rm(aside, { recursive: true })
      })
      await removeOld(programs)
    },
  }
}

/** Removes the versions of weeks ago, and the remains of killed builds. */
async function removeOld(programs: string): Promise<void> {
  for (const entry of await readdir(programs)) {
    const folder = path.join(programs, entry)
    const { mtimeMs } = await stat(folder)
    if (Date.now() - mtimeMs > oldAfterMs) await rm(folder, { recursive: true, force: true })
  }
}

/** A text that changes whenever a source changes. Nothing else runs yet, so reading synchronously is the quickest. */
function fingerprintOf(projectDir: string, sources: string[]): string {
  const hash = createHash('sha256')
  const files = globSync(sources, { cwd: projectDir }).filter((file) => !leftOut.test(file))
  for (const file of files.sort()) hash.update(file).update(readFileSync(path.join(projectDir, file)))
  return hash.digest('hex')
}

// In a process of its own: the bundler's memory is gone when it ends.
function build(projectDir: string, env: NodeJS.ProcessEnv, options: string[]): Promise<void> {
  const vite = path.join(projectDir, 'node_modules/vite/bin/vite.js')
  const child = spawn(process.execPath, [vite, 'build', ...options, '--logLevel', 'warn'], {
    cwd: projectDir,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...env, NODE_ENV: 'production' },
  })
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new OperatorError(`Folio cannot be built:\n${output.trimEnd()}`)),
    )
  })
}
