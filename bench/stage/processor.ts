import { readdirSync, readFileSync } from 'node:fs'
import type pg from 'pg'
import { CannotMeasure } from '../report.ts'

/** How the kernel counts processor time: a hundredth of a second, on every Linux. */
const ticksPerSecond = 100

/** The processor time of a process, and of its children that have ended, in seconds. */
export function processorSeconds(pid: number): number {
  if (process.platform !== 'linux')
    throw new CannotMeasure('Processor time is read from /proc, as Linux has it.')
  return usageOf(String(pid))?.seconds ?? 0
}

/** The same of all processes of the server of a database. Throws where that is on another machine. */
export async function serverSeconds(pool: pg.Pool): Promise<() => number> {
  const { rows } = await pool.query<{ file: string }>(
    `select current_setting('data_directory') || '/postmaster.pid' as file`,
  )
  try {
    const server = Number.parseInt(readFileSync(rows[0]?.file ?? '', 'utf8'), 10)
    return () => familySeconds(server)
  } catch {
    throw new CannotMeasure('The processes of a database on another machine cannot be seen from here.')
  }
}

const familySeconds = (pid: number): number =>
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
