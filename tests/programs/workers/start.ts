import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { type Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { type FolioProcess, startFolio } from '../../harness/process.ts'

/** With this each program of these tests tells its metrics. */
export const token = 'a-token-for-metrics'

/** The whole program with two workers, unless `env` says otherwise; it ends with the test. */
export async function start(env: Record<string, string> = {}) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'folio-workers-'))
  const folio = await startFolio(dataDir, { WEB_CONCURRENCY: '2', METRICS_TOKEN: token, ...env })
  onTestFinished(async () => {
    folio.child.kill('SIGKILL')
    await expect.poll(() => workersOf(folio)).toEqual([])
    rmSync(dataDir, { recursive: true, force: true })
  })
  return { folio, dataDir }
}

/** The processes that serve, also when their parent is gone. */
export function workersOf({ child }: FolioProcess): number[] {
  const group = String(child.pid)
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && name !== group)
    .filter((pid) => {
      try {
        const program = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
        return /dist\/program\/.*\/worker\.js/.test(program) && isOf(pid, group)
      } catch {
        return false
      }
    })
    .map(Number)
}

/** Whose child a process was when it was first seen. */
const started = new Map<string, string>()

function isOf(pid: string, parent: string): boolean {
  const [, , , ppid = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/\(.*\)/, '()')
    .split(' ')
  if (!started.has(pid)) started.set(pid, ppid)
  return started.get(pid) === parent
}

/** One request on a connection that others may use after it; its status, or why there is none. */
export function ask(url: string, agent: Agent): Promise<number | string> {
  return new Promise((resolve) => {
    request(url, { agent }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0))
    })
      .once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
      .end()
  })
}
