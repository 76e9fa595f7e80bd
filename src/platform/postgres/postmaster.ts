import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'

/** A server's own description in its postmaster.pid. */
export type Postmaster = { pid: number; socketFolder: string; port: number; ready: boolean }

/** Reads postmaster.pid. Undefined if there is none, or if a server has only begun to write it. */
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

/** True while a process with this id runs. A zombie (dead, but not yet collected by its parent) does not count. */
export function isRunning(pid: number): boolean {
  if (process.platform !== 'linux') return /^[^Z]/.test(ps(pid))
  try {
    // The state follows the command's name, which stands in parentheses and may itself hold any character.
    const state = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '')[0]
    return state !== 'Z' && state !== 'X'
  } catch {
    return false
  }
}

/**
 * True when the process is the PostgreSQL server of this cluster. An id alone proves nothing: after a restart of a
 * machine or container another process often has the id that a dead server left in its postmaster.pid.
 */
export function isPostmasterOf(cluster: string, pid: number): boolean {
  if (process.platform !== 'linux') return isRunning(pid) && ps(pid).includes(`-D ${cluster} `)
  try {
    // A server works inside its data folder. A zombie has no folder any more.
    return readlinkSync(`/proc/${pid}/cwd`) === cluster
  } catch {
    return false
  }
}

function ps(pid: number): string {
  try {
    return execFileSync('ps', ['-ww', '-o', 'stat=', '-o', 'args=', '-p', String(pid)], {
      encoding: 'utf8',
    }).trim()
  } catch {
    return ''
  }
}
