import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type DemoAccounts, fillWithDemo } from '../harness/demo.ts'
import { type FolioProcess, startFolio } from '../harness/process.ts'

const projectDir = path.resolve(import.meta.dirname, '../..')

/** The public address that both versions use, wherever they listen. */
export const siteUrl = 'https://folio.example'

/** Two versions, each running on a copy of the same data. */
export type Pair = {
  before: string
  after: string
  accounts: DemoAccounts
  close(): Promise<void>
}

/**
 * Checks `revision` out beside this tree, fills a data folder with its demo, and starts it and this tree on a copy
 * each. `report` is called with each step.
 */
export async function startPair(revision: string, report: (line: string) => void): Promise<Pair> {
  const folder = mkdtempSync(path.join(tmpdir(), 'folio-compare-'))
  // As root, PostgreSQL runs as another user, who needs access to its data here.
  chmodSync(folder, 0o755)
  const tree = path.join(folder, 'tree')
  const running: FolioProcess[] = []
  const close = async () => {
    await Promise.all(running.map((folio) => folio.end('SIGTERM')))
    git('worktree', 'remove', '--force', tree)
    rmSync(folder, { recursive: true, force: true })
  }
  git('worktree', 'add', '--detach', tree, revision)
  try {
    bringPackages(tree)
    report(`Filling a folder with the demo of ${revision} …`)
    const data = { before: path.join(folder, 'before'), after: path.join(folder, 'after') }
    const accounts = fillWithDemo(data.before, tree)
    // With its owners, which PostgreSQL requires of its files.
    execFileSync('cp', ['-a', data.before, data.after])
    const start = async (at: string, dataDir: string) => {
      const port = await freePort()
      const env = { PORT: String(port), SITE_URL: siteUrl, TRUST_PROXY: 'on' }
      running.push(await startFolio(dataDir, env, at))
      return `http://127.0.0.1:${port}`
    }
    report('Starting both …')
    const before = await start(tree, data.before)
    const after = await start(projectDir, data.after)
    return { before, after, accounts, close }
  } catch (error) {
    await close()
    throw error
  }
}

const git = (...args: string[]) => execFileSync('git', args, { cwd: projectDir, encoding: 'utf8' })

/** The other version uses this tree's packages where both require the same. */
function bringPackages(tree: string): void {
  const lock = (at: string) => readFileSync(path.join(at, 'package-lock.json'), 'utf8')
  if (lock(tree) === lock(projectDir) && existsSync(path.join(projectDir, 'node_modules')))
    symlinkSync(path.join(projectDir, 'node_modules'), path.join(tree, 'node_modules'))
  else execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: tree, stdio: 'ignore' })
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('There is no free port')
  return address.port
}
