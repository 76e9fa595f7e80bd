import { readFileSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'

/** What a server says about itself in its postmaster.pid. */
export type Postmaster = { pid: number; socketFolder: string; port: number; ready: boolean }

/** Reads postmaster.pid. Undefined when there is none, or a server has only begun to write it. */
export function readPostmaster(cluster: string): Postmaster | undefined {
  try {
    // Line by line: process, data directory, start time, port, socket folder, address, shared memory, status.
    const lines = readFileSync(lockFileOf(cluster), 'utf8').split('\n')
    const pid = Number(lines[0])
    if (!pid) return undefined
    return {
      pid: Math.abs(pid),
      port: Number(lines[3]),
      socketFolder: lines[4] ?? '',
      ready: lines[7]?.trim() === 'ready',
    }
  } catch {
    return undefined
  }
}

/**
 * Removes lock files that are empty. A server killed in the instant between making its lock file and writing its
 * process id leaves such a one, and PostgreSQL would refuse to start forever. Five seconds are far beyond that instant.
 */
export function removeEmptyLockFiles(cluster: string, socketFolder: string, port: number): void {
  for (const file of [lockFileOf(cluster), path.join(socketFolder, `.s.PGSQL.${port}.lock`)]) {
    const found = statSync(file, { throwIfNoEntry: false })
    if (found?.size === 0 && Date.now() - found.mtimeMs > 5_000) rmSync(file, { force: true })
  }
}

const lockFileOf = (cluster: string) => path.join(cluster, 'postmaster.pid')
