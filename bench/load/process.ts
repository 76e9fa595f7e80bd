// The load, in a process of its own: takes a job as JSON from the standard input and prints the outcome as JSON.
import { createRequire } from 'node:module'
import { text } from 'node:stream/consumers'
import { fill, varies } from './fill.ts'
import type { Job, Outcome } from './load.ts'

/** What is used of autocannon. The project does not install it, so its own types are not at hand. */
type Autocannon = (options: object) => Promise<{ errors: number }> & {
  on(event: 'response', heard: (client: object, status: number, bytes: number, ms: number) => void): void
}

const autocannon: Autocannon = createRequire(import.meta.url)('autocannon')
const { url, request, connections, seconds }: Job = JSON.parse(await text(process.stdin))
const durations: number[] = []
let failures = 0
const started = performance.now()
let ended = started
const run = autocannon({
  url,
  connections,
  duration: seconds,
  timeout: 60,
  // How often it looks whether the time is over.
  sampleInt: 100,
  requests: [
    varies(request) ? { setupRequest: (sent: object) => ({ ...sent, ...fill(request) }) } : fill(request),
  ],
})
run.on('response', (_client, status, _bytes, ms) => {
  ended = performance.now()
  durations.push(ms)
  if (status !== (request.status ?? 200)) failures++
})
const { errors } = await run
const sorted = Float64Array.from(durations).sort()
const within = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN
const outcome: Outcome = {
  requests: durations.length,
  failures: failures + errors,
  seconds: (ended - started) / 1000,
  p50: within(0.5),
  p95: within(0.95),
  p99: within(0.99),
}
console.log(JSON.stringify(outcome))
