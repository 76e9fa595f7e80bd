import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import type { TestDatabase } from './database.ts'

const projectDir = path.resolve(import.meta.dirname, '../..')
/** A cache of compiled code, for the next start. */
const compileCache = { NODE_COMPILE_CACHE: path.join(projectDir, 'node_modules/.cache/compile') }

export type FolioProcess = {
  url: string
  child: ChildProcess
  /** Everything it has printed so far. */
  output: () => string
  /** Ends it with a signal and resolves with its exit code, null when the signal itself ended it. */
  end: (signal: NodeJS.Signals) => Promise<number | null>
}

/**
 * Starts the real program, as `npm start` does, on a data folder and a free port: this tree's, or that of another
 * checkout. Resolves once it listens.
 */
export async function startFolio(
  dataDir: string,
  env: Record<string, string> = {},
  tree = projectDir,
): Promise<FolioProcess> {
  try {
    return await startOnce(dataDir, env, tree)
  } catch (error) {
    // Another process has taken the free port.
    if (!(error instanceof Error) || !/Port \d+ .* is in use/.test(error.message)) throw error
    return startFolio(dataDir, env, tree)
  }
}

async function startOnce(dataDir: string, env: Record<string, string>, tree: string): Promise<FolioProcess> {
  const own = { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn', ...env }
  const { child, output } = spawnFolio(own, path.join(tree, 'src/main.ts'))
  const exited = once(child, 'exit')
  const url = await new Promise<string>((resolve, reject) => {
    const look = () => {
      const found = /is running at (\S+)/.exec(output())
      if (!found?.[1]) return
      child.stdout?.off('data', look)
      resolve(found[1])
    }
    child.stdout?.on('data', look)
    child.once('exit', (code) => reject(new Error(`ended with ${code}:\n${output()}`)))
  })
  return {
    url,
    child,
    output,
    end: async (signal) => {
      child.kill(signal)
      const [code] = await exited
      return code as number | null
    },
  }
}

/** Starts a program that should refuse to start; resolves with its exit code and output. */
export async function startRefused(
  env: Record<string, string>,
  program = 'src/main.ts',
  args: string[] = [],
) {
  const { child } = spawnFolio(env, path.join(projectDir, program), args)
  // A program that starts nevertheless must end with its test, which has failed by then.
  const giveUp = setTimeout(() => child.kill('SIGKILL'), 50_000)
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  clearTimeout(giveUp)
  return { code: code as number, out, err }
}

function spawnFolio(env: Record<string, string>, program: string, args: string[] = []) {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: '/',
    env: {
      ...process.env,
      NODE_ENV: 'production',
      ...compileCache,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk) => (printed += chunk))
  return { child, output: () => printed }
}

/** The process id of the embedded server that runs on a data folder. */
export function postmasterPid(dataDir: string): number {
  const [pid] = readFileSync(path.join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')
  return Number(pid)
}

/**
 * Runs an operator's command, such as `admin`, on a test's database or a data folder; resolves with its exit code and
 * output.
 */
export async function runCommand(
  name: 'admin' | 'backup' | 'doctor' | 'restore' | 'upgrade-check' | 'verify',
  at: Pick<TestDatabase, 'address'> | { dataDir: string },
  args: string[] = [],
  env: Record<string, string> = {},
) {
  const child = startCommand(name, at, args, env)
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: code as number, out, err }
}

/** The same without waiting for its end. */
export function startCommand(
  name: Parameters<typeof runCommand>[0],
  at: Parameters<typeof runCommand>[1],
  args: string[] = [],
  env: Record<string, string> = {},
) {
  const where = 'dataDir' in at ? { DATA_DIR: at.dataDir, DATABASE_URL: '' } : { DATABASE_URL: urlOf(at) }
  return spawn(process.execPath, [path.join(projectDir, `src/${name}.ts`), ...args], {
    env: { ...process.env, ...compileCache, ...where, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** The address of a test's database, for DATABASE_URL. */
export function urlOf({ address: { host, port, user, database } }: Pick<TestDatabase, 'address'>): string {
  return `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
}

const maxTries = 20
const pauseMs = 500

/** Like `fetch`; while the server answers that it is overloaded (503), it asks again, as a client would. */
export async function fetchPatiently(url: string | URL, init?: RequestInit): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    const response = await fetch(url, init)
    if (response.status !== 503 || tries === maxTries) return response
    await response.body?.cancel()
    await delay(pauseMs)
  }
}
