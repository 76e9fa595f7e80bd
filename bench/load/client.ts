import { connect } from 'node:net'

export type Job = {
  host: string
  port: number
  connections: number
  seconds: number
  /** Request line and headers of HTTP/1.1, but for Content-Length. Each `{name}` in it and in the body is replaced. */
  head: string
  body: string
  /** What stands for a name, taken at random. `uuid` and `address` are new each time. */
  values: Record<string, string[]>
  /** The status every answer must have. */
  status: number
  /** Before each request of a connection, in milliseconds. */
  pauseMs: number
  /**
   * How many requests a second are due, however fast the answers come. Without it each connection's answer brings the
   * next.
   */
  rate?: number
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
export async function run(job: Job, nextRequest: () => string | Buffer): Promise<Outcome> {
  let failures = 0
  const durations: number[] = []
  const started = performance.now()
  const source = job.rate === undefined ? unpaced(job, started) : paced(job.rate, job.seconds, started)
  const ends = Array.from({ length: job.connections }, () => converse())
  await Promise.all(ends)
  const seconds = (performance.now() - started) / 1000
  const sorted = Float64Array.from(durations).sort()
  const within = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN
  return {
    requests: durations.length,
    failures,
    seconds,
    p50: within(0.5),
    p95: within(0.95),
    p99: within(0.99),
  }

  function converse(): Promise<void> {
    const socket = connect(job.port, job.host).setNoDelay(true)
    let ending = false
    const ended = new Promise<void>((resolve, reject) => {
      socket.once('error', reject)
      socket.once('close', () => (ending ? resolve() : reject(new Error('The server closed a connection.'))))
    })
    let since = 0
    const next = () =>
      source((dueAt) => {
        ending = dueAt === null
        if (dueAt === null) return socket.end()
        since = dueAt
        return socket.write(nextRequest())
      })
    socket.once('connect', next)
    const read = answerReader(({ status }) => {
      durations.push(performance.now() - since)
      if (status !== job.status) failures++
      next()
    })
    socket.on('data', read)
    return ended
  }
}

/** Gives a free connection the time to send at, and since when that request is due; null when there are no more. */
type Source = (go: (dueAt: number | null) => void) => void

/** A request is due as soon as a connection is free, or its pause is over. */
function unpaced({ seconds, pauseMs }: Job, started: number): Source {
  const hasEnded = () => performance.now() >= started + seconds * 1000
  const goUnlessEnded = (go: (dueAt: number | null) => void) => go(hasEnded() ? null : performance.now())
  return pauseMs > 0 ? (go) => setTimeout(goUnlessEnded, pauseMs, go) : goUnlessEnded
}

/**
 * Requests are due at even intervals, however fast the answers come. One that finds no connection free is sent by the
 * next free one, and its wait counts as part of the answer's time: so a slow server cannot hide its delays.
 */
function paced(rate: number, seconds: number, started: number): Source {
  const all = Math.floor(rate * seconds)
  const free: ((dueAt: number | null) => void)[] = []
  let sent = 0
  const sendDue = () => {
    const due = Math.min(all, ((performance.now() - started) * rate) / 1000)
    while (sent < due && free.length > 0) free.shift()?.(started + (sent++ * 1000) / rate)
    if (sent < all) return
    clearInterval(ticking)
    for (const go of free.splice(0)) go(null)
  }
  const ticking = setInterval(sendDue, 1)
  return (go) => {
    free.push(go)
    sendDue()
  }
}

/** Takes the bytes of a connection as they come and calls `report` with each complete answer. */
export function answerReader(report: (answer: Answer) => void): (chunk: Buffer) => void {
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
    report(complete)
  }
}

function readHead(head: string): Answer {
  const status = Number(head.slice(9, 12))
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error(`An answer without Content-Length:\n${head}`)
  return { status, length: Number(length) }
}
