// Loaded into Folio's own process (`--import`): writes its memory, in bytes, to the file of BENCH_MEMORY_LOG every second.
import { appendFileSync } from 'node:fs'

export type MemorySample = { pid: number; rss: number; heapUsed: number }

const everyMs = 1_000
const file = process.env.BENCH_MEMORY_LOG

function note(): void {
  const { rss, heapUsed } = process.memoryUsage()
  const sample: MemorySample = { pid: process.pid, rss, heapUsed }
  if (file) appendFileSync(file, `${JSON.stringify(sample)}\n`)
}

note()
setInterval(note, everyMs).unref()
