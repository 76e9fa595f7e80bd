import { readdirSync, readFileSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'

// A thread that is this much nicer than another gets a third of its time when both would run.
const nicer = 5
// One of these gets a tenth of a hash's time, likewise.
const pictureNicer = 15
const nicest = 19
const threads = '/proc/self/task'

/**
 * Lets the thread that answers requests go before the four that libuv runs long work in (hashes, pictures; files and
 * names too), whenever there are fewer processors than would run. To be called when they exist, after the first such
 * work. Linux alone has priorities of single threads; elsewhere nothing changes, nor where it is not permitted.
 */
export const lowerThreadPoolPriority = (): void => lowerPriority('libuv-worker', nicer)

/**
 * Lets hashes go before the threads that the picture library runs its own work in. To be called while it is at work on
 * something that takes long: it makes these threads when it needs them, as the pool's are, and ends them again.
 */
export const lowerPicturePriority = (): void => lowerPriority('libvips worker', pictureNicer)

function lowerPriority(name: string, by: number): void {
  if (process.platform !== 'linux') return
  const niceness = Math.min(nicest, getPriority() + by)
  for (const id of readdirSync(threads)) {
    try {
      if (readFileSync(`${threads}/${id}/comm`, 'utf8') === `${name}\n`) setPriority(Number(id), niceness)
    } catch {
      // The thread has just ended, or the system permits none of this: it then runs as it did.
    }
  }
}
