// One account's attack, in a process of its own: takes a job as JSON from the standard input, sends its request without a
// pause over all its connections, and prints how often each status was answered.
import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'

/** Each `{n}` of path and body is replaced by a number of its own; `bytes` (base64) is sent as it is instead of a body. */
export type FloodJob = {
  url: string
  method: string
  path: string
  headers: Record<string, string>
  body?: string
  bytes?: string
  connections: number
  seconds: number
}

const job: FloodJob = JSON.parse(await text(process.stdin))
const bytes = job.bytes === undefined ? undefined : Buffer.from(job.bytes, 'base64')
const agent = new Agent({ keepAlive: true, maxSockets: job.connections })
const answers: Record<string, number> = {}
const end = performance.now() + job.seconds * 1000
let n = Date.now()
const signal = AbortSignal.timeout(job.seconds * 1000)

const numbered = (template: string) => template.replaceAll('{n}', String(++n))

const once = () =>
  new Promise<void>((resolve) => {
    const body = bytes ?? Buffer.from(numbered(job.body ?? ''))
    const options = {
      agent,
      method: job.method,
      headers: { ...job.headers, 'content-length': body.length },
      // What is still waiting at the end is cut.
      signal,
    }
    const sent = request(new URL(numbered(job.path), job.url), options, (answer) => {
      count(answer.statusCode)
      answer.resume().on('close', resolve)
    })
    sent.on('error', () => {
      count('cut')
      resolve()
    })
    sent.end(body)
  })

function count(status: unknown) {
  answers[String(status)] = (answers[String(status)] ?? 0) + 1
}

async function loop() {
  while (performance.now() < end) await once()
}

await Promise.all(Array.from({ length: job.connections }, loop))
agent.destroy()
console.log(JSON.stringify(answers))
