import { writeWeeklyNotes } from '../../../src/notes/index.ts'
import { dayMs, hourMs } from '../../../src/shared/time.ts'
import { after } from '../calendar.ts'
import { contextAt, type World } from '../world.ts'

/** How many weeks are told. */
const weeks = 4

/** Writes the notes of the last weeks, the oldest first; those that are there stay. */
export async function writeNotes(world: World, end: Date): Promise<void> {
  const deps = { ...world.payouts, ...world.earnings }
  for (let ago = weeks - 1; ago >= 0; ago--)
    // No note is due in the first eight hours of a Monday; then one was eight hours before.
    for (const early of [8 * hourMs, 0])
      await writeWeeklyNotes(contextAt(world, after(end, -7 * ago * dayMs - early)), deps)
}
