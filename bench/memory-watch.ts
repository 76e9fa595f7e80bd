import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { MemorySample } from './stage/memory-log.ts'

/** Watches the memory of a Node process: start that one with `env`, then ask for its samples, one a second. */
export function createMemoryWatch() {
  const folder = mkdtempSync(path.join(tmpdir(), 'folio-memory-'))
  const file = path.join(folder, 'samples')
  const hook = pathToFileURL(path.join(import.meta.dirname, 'load/memory-log.ts'))
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
