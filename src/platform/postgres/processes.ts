import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'

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
