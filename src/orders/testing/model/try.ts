import fc from 'fast-check'
import { seedOfRun } from '../../../../tests/harness/seed.ts'
import { batch } from './batches.ts'
import { Difference } from './difference.ts'
import { play } from './play.ts'
import type { Stage } from './stage.ts'
import type { Batch, History } from './world.ts'

/** How long a history in which model and app differ is made smaller. */
const patienceMs = 60_000

/**
 * Plays random batches of histories in app and model. Where they differ it fails with the smallest history found that
 * shows it, and with the seed that makes the batch again; with SEED set, only that batch is tried.
 */
export async function tryBatches(stage: Stage, count: number): Promise<void> {
  const first = seedOfRun()
  for (let seed = first; seed < first + (process.env.SEED === undefined ? count : 1); seed++) {
    const [one] = fc.sample(batch, { seed, numRuns: 1 }) as [Batch]
    const error = await differenceOf(stage, one)
    if (!error) continue
    const small = await smallest(stage, one, error)
    throw new Error(`SEED=${seed} shows it again.\n${small.error.message}\n${described(small.batch)}`, {
      cause: error,
    })
  }
}

async function differenceOf(stage: Stage, one: Batch): Promise<Error | null> {
  try {
    await play(stage, one)
    return null
  } catch (error) {
    return error as Error
  }
}

/** The history that shows it by itself, with as few steps, rows and clicks as found in the time given. */
async function smallest(stage: Stage, whole: Batch, first: Error) {
  const until = performance.now() + patienceMs
  let found = { batch: whole, error: first }
  const differs = async (candidate: Batch) => {
    const error = performance.now() < until ? await differenceOf(stage, candidate) : null
    if (!error || error.name !== first.name) return false
    found = { batch: candidate, error }
    return true
  }
  const slots =
    first instanceof Difference && first.slot !== null ? [first.slot] : [...whole.histories.keys()]
  for (const slot of slots) {
    const histories = whole.histories.map((history, other) => (other === slot ? history : null))
    if (await differs({ ...whole, histories })) break
  }
  const slot = found.batch.histories.findIndex((history) => history !== null)
  const only = () => found.batch.histories[slot] as History
  const withHistory = (history: History): Batch => ({
    ...found.batch,
    histories: found.batch.histories.map((one, other) => (other === slot ? history : one)),
  })
  await fewer(found.batch.early, (early) => differs({ ...found.batch, early }))
  await fewer(found.batch.steps, (steps) => differs({ ...found.batch, steps }))
  await fewer(only().clicks, (clicks) => differs(withHistory({ ...only(), clicks })))
  for (const file of only().rows.keys())
    await fewer(only().rows[file] ?? [], (rows) =>
      differs(withHistory({ ...only(), rows: only().rows.map((of, other) => (other === file ? rows : of)) })),
    )
  return found
}

/** Leaves out halves, quarters and single items, as long as it still differs. */
async function fewer<T>(all: T[], differs: (some: T[]) => Promise<boolean>): Promise<void> {
  let left = all
  for (
    let size = Math.ceil(all.length / 2);
    size >= 1 && left.length > 0;
    size = size > 1 ? Math.ceil(size / 2) : 0
  )
    for (let at = 0; at < left.length; ) {
      const some = left.filter((_, index) => index < at || index >= at + size)
      if (await differs(some)) left = some
      else at += size
    }
}

/** A batch as text: each step, and of each history what it has, a line each. */
function described({ files, early, steps, histories }: Batch): string {
  const lines = (name: string, all: unknown[]) =>
    all.map((one, index) => `${name} ${index}: ${JSON.stringify(one)}`)
  const shown = histories.flatMap((history, slot) =>
    history === null
      ? []
      : [
          `history ${slot}, its decisions: ${JSON.stringify(history.decisions)}`,
          ...lines('  click', history.clicks),
          ...history.rows.flatMap((rows, file) => lines(`  file ${file}, row`, rows)),
        ],
  )
  return [
    ...lines('file', files),
    ...lines('early', early),
    ...lines('step', steps),
    ...shown.slice(0, 80),
  ].join('\n')
}
