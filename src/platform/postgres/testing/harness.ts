import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, vi } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded.ts'
import { isPostmasterOf, isRunning, readPostmaster } from '../postmaster.ts'

/** What an app of the tests says about the database it opened. */
type Facts = Pick<EmbeddedPostgres, 'connection' | 'dataDir' | 'notice' | 'adopted'> & { pid: number }

/** A running `app.ts`. */
export type App = {
  child: ChildProcess
  /** Every line it has printed. */
  lines: string[]
  /** The first line, from the beginning or still to come, that matches. Throws when the app ends without it. */
  line(pattern: RegExp): Promise<string>
  facts(): Promise<Facts>
  /** Sends a signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<void>
}

export const nobody = { uid: 65_534, gid: 65_534 }

/** True when tests may act as `nobody`: as root, with this project where other accounts can enter it. */
export const nobodyCanRun =
  process.getuid?.() === 0 && spawnSync(process.execPath, ['--version'], { ...nobody, cwd: '/' }).status === 0

const APP = fileURLToPath(new URL('./app.ts', import.meta.url))
const cleaning: (() => unknown)[] = []

/** Undoes, last first, what the test's helpers made. For afterEach. */
export async function cleanUp(): Promise<void> {
  for (const undo of cleaning.splice(0).reverse()) await undo()
}

export const afterwards = (undo: () => unknown) => cleaning.push(undo)

/** An empty folder, removed afterwards together with a server that still runs there. */
export function temporaryFolder(mode = 0o700): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'folio-postgres-'))
  chmodSync(folder, mode)
  afterwards(async () => {
    const left = serverOn(folder)
    if (left && isPostmasterOf(clusterIn(folder), left)) {
      process.kill(left, 'SIGINT')
      await vi.waitUntil(() => !isRunning(left), { timeout: 10_000, interval: 20 })
    }
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}

/** A data folder with a database in it. Copied from one made once per test file, since initdb waits for the disk. */
export async function preparedFolder(): Promise<string> {
  template ??= makeTemplate()
  const folder = temporaryFolder()
  execFileSync('cp', ['-a', `${await template}/.`, folder])
  return folder
}

let template: Promise<string> | undefined

async function makeTemplate(): Promise<string> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'folio-postgres-'))
  await (await startEmbeddedPostgres({ dataDir: folder })).stop()
  return folder
}

afterAll(async () => {
  if (template) rmSync(await template, { recursive: true, force: true })
})

/** Starts the embedded server in this process, stopped afterwards. */
export async function start(dataDir: string, log?: (line: string) => void): Promise<EmbeddedPostgres> {
  const embedded = await startEmbeddedPostgres({ dataDir, log })
  afterwards(() => embedded.stop())
  return embedded
}

/** Runs one statement on its own connection and gives its rows. */
export async function query(
  connection: Facts['connection'],
  sql: string,
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** The process id of the server on a data folder, if one is there. */
export const serverOn = (dataDir: string) => readPostmaster(clusterIn(dataDir))?.pid

const clusterIn = (dataDir: string) => path.join(dataDir, 'postgres', 'cluster')

/** Starts `app.ts`, from this project or another copy of it, in a process group of its own; killed afterwards. */
export function startApp(
  args: string[],
  options: { file?: string; uid?: number; gid?: number; cwd?: string } = {},
): App {
  const { file = APP, ...as } = options
  const child = spawn(process.execPath, [file, ...args], {
    ...as,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  const lines: string[] = []
  let errors = ''
  child.stderr.on('data', (text) => {
    errors += text
  })
  const output = createInterface(child.stdout)
  output.on('line', (text) => lines.push(text))
  const closed = once(output, 'close')

  const line = async (pattern: RegExp): Promise<string> => {
    for (;;) {
      const found = lines.find((text) => pattern.test(text))
      if (found) return found
      const end = closed.then(() => true)
      const isOver = await Promise.race([end, once(output, 'line').then(() => false)])
      if (isOver && !lines.some((text) => pattern.test(text))) {
        throw new Error(`The app ended without ${pattern}. ${errors}`)
      }
    }
  }
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await ended
    await closed
  }
  afterwards(() => end('SIGKILL'))
  return { child, lines, line, end, facts: async () => JSON.parse(await line(/^\{/)) }
}
