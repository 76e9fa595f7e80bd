import { connect } from 'node:net'

export type Job = {
  host: string
  port: number
  connections: number
  seconds: number
  /** Request line and headers of HTTP/1.1, but for Content-Length. Each `{name}` in it and in the body is replaced. */
  head: string
  body: string
  /** What stands for a name, taken at random. `uuid` and `address` are made anew each time. */
  values: Record<string, string[]>
  /** The status every answer must have. */
  status: number
  /** Between an answer and the next request on its connection, in milliseconds. */
  pauseMs: number
}

export type Outcome = {
  requests: number
  failures: number
  seconds: number
  /** How many milliseconds half, 95 % and 99 % of the answers took at most. */
  p50: number
  p95: number
  p99: number
}

type Answer = { status: number; length: number }

/**
 * Sends requests over keep-alive connections, one at a time on each, and counts the answers. It understands just as
 * much of HTTP as both sides of a comparison send (a status line and a Content-Length): a full client would need
 * more of the processor than the server it measures, and then the client's limit would be what is compared.
 */
export function run(job: Job, nextRequest: () => string | Buffer): Promise<Outcome> {
  let requests = 0
  let failures = 0
  let running = true
  const durations: number[] = []
  const started = performance.now()
  const ends = Array.from({ length: job.connections }, () => converse())

  function converse(): Promise<void> {
    const socket = connect(job.port, job.host).setNoDelay(true)
    const ended = new Promise<void>((resolve, reject) => {
      socket.once('error', reject)
      socket.once('close', () => (running ? reject(new Error('The server closed a connection.')) : resolve()))
    })
    let sentAt = 0
    const next = () => {
      sentAt = performance.now()
      if (running) socket.write(nextRequest())
      else socket.end()
    }
    const goOn = job.pauseMs > 0 ? () => setTimeout(next, job.pauseMs) : next
    socket.once('connect', next)
    const read = answerReader(({ status }) => {
      requests++
      durations.push(performance.now() - sentAt)
      if (status !== job.status) failures++
      goOn()
    })
    socket.on('data', read)
    return ended
  }

  setTimeout(() => {
    running = false
  }, job.seconds * 1000)
  return Promise.all(ends).then(() => {
    const seconds = (performance.now() - started) / 1000
    const sorted = Float64Array.from(durations).sort()
    const within = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN
    return { requests, failures, seconds, p50: within(0.5), p95: within(0.95), p99: within(0.99) }
  })
}

/** Takes the bytes of a connection as they come and tells of each complete answer. */
export function answerReader(tell: (answer: Answer) => void): (chunk: Buffer) => void {
  let start: Buffer = Buffer.alloc(0)
  let answer: Answer | undefined
  let missing = 0
  return (chunk) => {
    if (answer) missing -= chunk.length
    else {
      start = start.length > 0 ? Buffer.concat([start, chunk]) : chunk
      const end = start.indexOf('\r\n\r\n')
      if (end < 0) return
      answer = readHead(start.toString('latin1', 0, end))
      missing = answer.length - (start.length - end - 4)
      start = Buffer.alloc(0)
    }
    if (missing > 0) return
    const complete = answer
    answer = undefined
    tell(complete)
  }
}

function readHead(head: string): Answer {
  const status = Number(head.slice(9, 12))
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error(`An answer without Content-Length:\n${head}`)
  return { status, length: Number(length) }
}
