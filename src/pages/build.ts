import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { glob, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { OperatorError } from '../platform/operator-error.ts'

const sources = [
  'src/web/**/*',
  'src/shared/**/*.ts',
  'vite.config.ts',
  'scripts/vite-*.ts',
  'scripts/check-ledger.ts',
  'scripts/check-ledger/*.ts',
  'package.json',
  'package-lock.json',
]

type Build = { projectDir: string; distDir: string; env: NodeJS.ProcessEnv }

/** Builds the web files unless those in `distDir` were made from the same sources. Takes about two seconds. */
export async function buildWebIfChanged({ projectDir, distDir, env }: Build): Promise<void> {
  const marker = path.join(distDir, 'built-from')
  const fingerprint = await fingerprintOf(projectDir)
  if ((await readFile(marker, 'utf8').catch(() => '')) === fingerprint) return
  await build(projectDir, env)
  await writeFile(marker, fingerprint)
}

async function fingerprintOf(projectDir: string): Promise<string> {
  const hash = createHash('sha256')
  const files: string[] = []
  for await (const entry of glob(sources, { cwd: projectDir, withFileTypes: true }))
    if (entry.isFile() && !entry.name.endsWith('.gen.ts')) files.push(path.join(entry.parentPath, entry.name))
  for (const file of files.sort()) hash.update(path.relative(projectDir, file)).update(await readFile(file))
  return hash.digest('hex')
}

// In a process of its own: the bundler's memory is gone when it ends.
function build(projectDir: string, env: NodeJS.ProcessEnv): Promise<void> {
  const vite = path.join(projectDir, 'node_modules/vite/bin/vite.js')
  const child = spawn(process.execPath, [vite, 'build', '--app', '--logLevel', 'warn'], {
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
      code === 0
        ? resolve()
        : reject(new OperatorError(`The web pages cannot be built:\n${output.trimEnd()}`)),
    )
  })
}
