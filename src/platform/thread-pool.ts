import { readdirSync, readFileSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'

// A thread that is this much nicer than another gets a fifth of its time when both would run.
const nicer = 7
// One of these gets a tenth of a hash's time, likewise.
const pictureNicer = 17
const nicest = 19
const threads = '/proc/self/task'

/**
 * Gives libuv's four threads for long work (hashes, pictures, files, DNS) a lower priority than the thread that answers
 * requests. Call it once they exist: after the first such work. Only Linux has priorities of single threads; elsewhere,
 * and if it is not permitted, nothing changes.
 */
export const lowerThreadPoolPriority = (): void => lowerPriority('libuv-worker', nicer)

/**
 * Gives the picture library's own threads a lower priority than hashes. Call it while the library works on something
 * long: it makes these threads when it needs them, and ends them afterwards.
 */
export const lowerPicturePriority = (): void => lowerPriority('libvips worker', pictureNicer)

function lowerPriority(name: string, by: number): void {
  if (process.platform !== 'linux') return
  const niceness = Math.min(nicest, getPriority() + by)
  for (const id of readdirSync(threads)) {
    try {
      if (readFileSync(`${threads}/${id}/comm`, 'utf8') === `${name}\n`) setPriority(Number(id), niceness)
    } catch {
      // The thread has just ended, or the system permits none of this: then it keeps its priority.
    }
  }
}
