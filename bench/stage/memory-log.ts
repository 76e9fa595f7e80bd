// Loaded into Folio's own process (`--import`): writes its memory, in bytes, to the file of BENCH_MEMORY_LOG every
// second. With BENCH_COLLECT it collects garbage now and then, and says what is in use after that.
import { appendFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

export type MemorySample = { pid: number; rss: number; heapUsed: number; isCollected: boolean }

const everyMs = 1_000
const collectEveryMs = 15_000
const file = process.env.BENCH_MEMORY_LOG

function note(isCollected: boolean): void {
  const { rss, heapUsed } = process.memoryUsage()
  const sample: MemorySample = { pid: process.pid, rss, heapUsed, isCollected }
  if (file) appendFileSync(file, `${JSON.stringify(sample)}\n`)
}

note(false)
setInterval(note, everyMs, false).unref()
if (process.env.BENCH_COLLECT) {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  setInterval(() => {
    collect()
    note(true)
  }, collectEveryMs).unref()
}
