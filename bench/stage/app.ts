import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { MemorySample } from './memory-log.ts'
import { projectDir, type Running, startProgram } from './programs.ts'

export type RunningApp = Running & { url: string }

/** Starts Folio by the script of `npm start`, on a free port, and waits until it says that it runs. */
export async function startApp(env: Record<string, string>): Promise<RunningApp> {
  const app = await startProgram(['/bin/sh', '-c', startScript()], {
    env: { PORT: '0', LOG_LEVEL: 'error', ...env },
    ready: / is running at /,
  })
  return { ...app, url: app.line.split(' ').at(-1) ?? '' }
}

/**
 * The script of `npm start`. Throws when it would run Folio as a child of the shell, whose memory would then be
 * measured.
 */
function startScript(): string {
  const manifest = JSON.parse(readFileSync(path.join(projectDir, 'package.json'), 'utf8'))
  const script: string = manifest.scripts.start
  if (!/\bexec node\b/.test(script)) throw new Error(`The start script does not end in exec: ${script}`)
  return script
}

/** The memory a process occupies, in bytes: its resident set. */
export const residentBytes = (pid: number): number =>
  1024 * Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }))

/** Watches the memory of a Node process: start that one with `env`, then ask for its samples, one a second. */
export function createMemoryWatch() {
  const folder = mkdtempSync(path.join(tmpdir(), 'folio-memory-'))
  const file = path.join(folder, 'samples')
  const hook = pathToFileURL(path.join(import.meta.dirname, 'memory-log.ts'))
  return {
    env: { NODE_OPTIONS: `--import ${hook}`, BENCH_MEMORY_LOG: file },
    samplesOf: (wanted: number): MemorySample[] =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line): MemorySample => JSON.parse(line))
        .filter(({ pid }) => pid === wanted),
    end: () => rmSync(folder, { recursive: true, force: true }),
  }
}
