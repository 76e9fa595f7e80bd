import { readdirSync, readFileSync } from 'node:fs'

/** How the kernel counts processor time: a hundredth of a second, on every Linux. */
const ticksPerSecond = 100

/** The processor time of a process, and of its children that have ended, in seconds. */
export const processorSeconds = (pid: number): number => usageOf(String(pid))?.seconds ?? 0

/** The same of a process and all its children. */
export const familySeconds = (pid: number): number =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(usageOf)
    .filter((usage) => usage !== undefined)
    .filter((usage) => usage.pid === pid || usage.parent === pid)
    .reduce((sum, usage) => sum + usage.seconds, 0)

function usageOf(pid: string): { pid: number; parent: number; seconds: number } | undefined {
  try {
    // The name, in brackets, may hold anything.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number)
    const [, parent = 0] = fields
    const ticks = fields.slice(11, 15).reduce((sum, ticks) => sum + ticks, 0)
    return { pid: Number(pid), parent, seconds: ticks / ticksPerSecond }
  } catch {
    // It has ended meanwhile.
    return undefined
  }
}
