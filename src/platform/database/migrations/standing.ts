import { readdir } from 'node:fs/promises'
import path from 'node:path'

/**
 * The sources of the database: `schema` has its tables as they were at the baseline, `migrations` the changes since,
 * `functions` its present functions and their triggers (decision 122).
 */
export const databaseFolder = path.resolve(import.meta.dirname, '../../../../db')

/** The first of the migrations: it makes the tables of db/schema. */
export const baseline = '0000_baseline'

/** The last of the 128 earlier migrations: its tables are those of the baseline. */
const lastBefore = '0128_own_amounts'

/** The names of all migrations that this version of the program knows, oldest first. */
export async function knownMigrations(folder = databaseFolder): Promise<string[]> {
  const files = (await readdir(path.join(folder, 'migrations'))).filter((file) => file.endsWith('.sql'))
  return [baseline, ...files.map((file) => path.basename(file, '.sql')).sort()]
}

/**
 * How far a database or an archive has come: `done` is how many of the known migrations it has; tables that the earlier
 * migrations made count as the baseline. Nothing continues from one that is newer than this version, or older than the
 * baseline.
 */
export type Standing =
  | { is: 'known'; done: number; isFromBefore: boolean }
  | { is: 'older'; migration: string }
  | { is: 'newer'; migration: string }

/**
 * How far a database or an archive has come, from the migrations that it has had, oldest first, or at least the first
 * and the last.
 */
export function standingOf(names: string[], known: string[]): Standing {
  const newest = names.at(-1)
  if (newest === undefined) return { is: 'known', done: 0, isFromBefore: false }
  const isFromBefore = names[0] !== baseline
  if (isFromBefore && !names.includes(lastBefore)) return { is: 'older', migration: newest }
  const unknown = names.find((name) => (isFromBefore ? name > lastBefore : !known.includes(name)))
  if (unknown !== undefined) return { is: 'newer', migration: unknown }
  return { is: 'known', done: isFromBefore ? 1 : known.indexOf(newest) + 1, isFromBefore }
}

/** Advice to operators whose data is from before the baseline. */
export const wayToBaseline =
  'Start commit 16b21ee3 on it once, then this version: docs/operating.md#from-before-the-baseline.'
