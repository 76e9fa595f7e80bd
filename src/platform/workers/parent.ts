import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { addressLimits, createAddressCounter, type LimitName } from '../limits/address-counter.ts'
import type { Counts } from '../metrics/merge.ts'
import { type Answers, createLine, type Line } from './line.ts'
import type { Ending, Place, Question } from './team.ts'

/**
 * The pause before each attempt to replace a worker that has ended; after the last the program gives up, unless another
 * worker serves.
 */
const pausesMs = [0, 100, 500, 1_000, 2_000, 5_000, 10_000, 10_000]
/** A worker that ran this long was healthy, so its next death begins a new count. */
const wellAfterMs = 60_000
/** How long a worker may take to start, to end, to answer a question of another, and to show that it is alive. */
const patienceMs = { start: 120_000, end: 20_000, question: 1_000, alive: 10_000 }
const pauseBetweenLooksMs = 5_000
/** A machine that was asleep, or a process that was stopped with its parent, may miss one. */
const maxMissed = 2

/** The remains of a worker that has ended: its counts, not its state. */
const lasting = new Set(['counter', 'histogram'])
/** How many are merged into one. */
const maxDeparted = 8

type Options = {
  /** The worker's program. */
  program: string
  size: number
  place: Pick<Place, 'address' | 'siteUrl' | 'port'>
  log: FastifyBaseLogger
}

type Running = {
  worker: Worker
  line: Line
  since: number
  /** Whether it began to serve; false if it ended before. */
  ready: Promise<boolean>
  exited: Promise<unknown>
  isReady: boolean
  /** Ends because it was told to. */
  isLeaving: boolean
  /** Its counts, as last reported. */
  counts: Counts | undefined
}

type Slot = {
  id: number
  running: Running
  attempts: number
  /** Whether a new worker has begun that will take the place of the running one. */
  isReplacing: boolean
}

/**
 * Runs `size` workers behind one listening socket, replaces those that die, and does what they share (decision 91): the
 * limits of addresses are counted here. Resolves once all that can start serve; null if the first could not start,
 * which has printed why.
 */
export async function runWorkers({ program, size, place, log }: Options) {
  // Advanced: metrics hold numbers that JSON cannot express.
  cluster.setupPrimary({ exec: program, args: [], serialization: 'advanced' })
  const limits = Object.entries(addressLimits).map(
    ([name, perMinute]) => [name, createAddressCounter({ perMinute })] as const,
  )
  const limiters = Object.fromEntries(limits) as Record<LimitName, (address: string, at: Date) => boolean>
  const slots: Slot[] = []
  const stopping = new AbortController()
  const givenUp = Promise.withResolvers<void>()
  /** Counts of workers that have ended, so that sums never go down. */
  let departed: Counts[] = []
  /** All workers that have begun and not ended. */
  const alive = new Set<Running>()
  /** Those that serve, also while they end. */
  const serving = () => [...alive].filter(({ isReady }) => isReady)
  let restarting: Promise<boolean> | undefined
  let isRestartWanted = false

  function begin(id: number): Running {
    const worker = cluster.fork()
    resetWhatItNeverTook(worker)
    const ready = Promise.withResolvers<boolean>()
    const send = (message: unknown) => worker.isConnected() && worker.send(message as object, () => {})
    const running: Running = {
      worker,
      line: createLine(
        send,
        answersTo(
          () => running,
          () => ready.resolve(true),
        ),
      ),
      since: performance.now(),
      ready: ready.promise,
      exited: once(worker, 'exit'),
      isReady: false,
      isLeaving: false,
      counts: undefined,
    }
    alive.add(running)
    worker.on('message', running.line.receive)
    // A line that breaks is followed by the worker's end.
    worker.on('error', () => {})
    worker.once('exit', (code, signal) => {
      alive.delete(running)
      running.line.lost()
      ready.resolve(false)
      void noteEnd(id, running, { code, signal })
    })
    const late = setTimeout(() => worker.process.kill('SIGKILL'), patienceMs.start)
    void running.ready.then((isReady) => {
      clearTimeout(late)
      running.isReady = isReady
      if (!isReady) return
      void watch(id, running)
    })
    void running.line.ask('begin', { ...place, worker: id, size, runsJobs: id === 1 } satisfies Place)
    return running
  }

  /** Ends a worker that has stopped answering, so that another takes its place: one in an endless loop never ends. */
  async function watch(id: number, running: Running): Promise<void> {
    for (let missed = 0; missed < maxMissed; ) {
      await delay(pauseBetweenLooksMs, undefined, { ref: false })
      const isAlive = await running.line.ask<boolean>('alive', undefined, patienceMs.alive)
      if (running.worker.isDead() || running.isLeaving) return
      missed = isAlive ? 0 : missed + 1
    }
    log.error({ worker: id }, 'A worker does not answer. It will be ended.')
    running.worker.process.kill('SIGKILL')
  }

  /** A worker's questions and messages. */
  const answersTo = (asker: () => Running, ready: () => void): Answers => ({
    ready,
    // By the clock of this process, since a minute must begin for all at once.
    limited: ({ of, addresses }: { of: LimitName; addresses: string[] }) => {
      const now = new Date()
      return addresses.map((address) => limiters[of](address, now))
    },
    others: ({ question, own }: { question: Question; own?: Counts }) => {
      if (own) asker().counts = own
      return askOthers(asker(), question)
    },
    counts: (counts: Counts | undefined) => {
      asker().counts = counts
    },
  })

  async function askOthers(asker: Running, question: Question): Promise<unknown[]> {
    const others = serving().filter((one) => one !== asker)
    const answers = await Promise.all(
      others.map((one) => one.line.ask<Counts>(question, undefined, patienceMs.question)),
    )
    if (question !== 'metrics') return answers.filter((answer) => answer !== undefined)
    // A worker that does not answer counts with its last answer.
    for (const [index, one] of others.entries()) one.counts = answers[index] ?? one.counts
    return [...others.flatMap(({ counts }) => (counts ? [counts] : [])), ...departed]
  }

  async function keepCounts({ counts }: Running): Promise<void> {
    if (!counts) return
    departed.push(counts.filter(({ type }) => lasting.has(String(type))))
    if (departed.length < maxDeparted) return
    const { merge } = await import('../metrics/merge.ts')
    const merged = departed
    departed = [(await merge(merged).getMetricsAsJSON()) as Counts]
  }

  async function noteEnd(id: number, running: Running, how: { code: number; signal: string }): Promise<void> {
    void keepCounts(running)
    const slot = slots.find((one) => one.running === running)
    if (!slot || !running.isReady || running.isLeaving || stopping.signal.aborted) return
    log.error({ worker: id, ...how }, 'A worker has ended. Another takes its place.')
    // Else another does already.
    if (!slot.isReplacing) await replace(slot)
  }

  /** Tries until another worker serves in the place of a dead one; gives up in the end, unless others serve. */
  async function replace(slot: Slot): Promise<void> {
    if (performance.now() - slot.running.since > wellAfterMs) slot.attempts = 0
    for (;;) {
      const isHopeless = slot.attempts >= pausesMs.length
      if (isHopeless && serving().length === 0) break
      if (slot.attempts === pausesMs.length)
        log.error({ worker: slot.id }, 'A worker does not stay up. It is tried again while others serve.')
      const pauseMs = isHopeless ? pausesMs.at(-1) : pausesMs[slot.attempts]
      await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      slot.attempts += 1
      slot.running = begin(slot.id)
      if (await slot.running.ready) return
    }
    log.fatal({ worker: slot.id }, 'A worker does not stay up, and no other serves. Giving up.')
    givenUp.resolve()
  }

  async function end(running: Running, how: Ending): Promise<void> {
    running.isLeaving = true
    void running.line.ask('end', how)
    const late = setTimeout(() => running.worker.process.kill('SIGKILL'), patienceMs.end)
    await running.exited
    clearTimeout(late)
  }

  async function restart(): Promise<boolean> {
    for (const slot of slots) {
      const before = slot.running
      // It has died, and is being replaced.
      if (!before.isReady || before.worker.isDead()) continue
      slot.isReplacing = true
      const next = begin(slot.id)
      const isReady = await next.ready
      slot.isReplacing = false
      if (stopping.signal.aborted) return false
      if (!isReady) {
        log.error({ worker: slot.id }, 'A new worker did not start. The others continue unchanged.')
        if (before.worker.isDead()) await replace(slot)
        return false
      }
      slot.running = next
      await end(before, 'replaced')
      if (stopping.signal.aborted) return false
    }
    log.info('All workers were replaced.')
    return true
  }

  /**
   * Again if that was asked for meanwhile: the first replacements may have begun before the reason for the second
   * restart.
   */
  async function restartAsWanted(): Promise<boolean> {
    let isDone = true
    while (isRestartWanted && isDone) {
      isRestartWanted = false
      isDone = await restart()
    }
    restarting = undefined
    return isDone
  }

  for (let id = 1; id <= size; id += 1) {
    const slot: Slot = { id, running: begin(id), attempts: 0, isReplacing: false }
    slots.push(slot)
    // The first one alone: what stops it would stop all of them, and is printed once.
    if (id === 1 && !(await slot.running.ready)) return null
  }
  const begun = await Promise.all(slots.map(({ running }) => running.ready))
  for (const [index, slot] of slots.entries()) if (!begun[index]) void replace(slot)

  return {
    /** Settles when a worker has died and could not be replaced. */
    givenUp: givenUp.promise,
    /** Replaces all, one after another; returns whether that was possible. */
    restart: (): Promise<boolean> => {
      isRestartWanted = true
      restarting ??= restartAsWanted()
      return restarting
    },
    end: async (): Promise<void> => {
      stopping.abort()
      // Also those that are leaving already, since they may have something to answer.
      await Promise.all(
        [...alive].map((running) => {
          if (!running.isReady) running.worker.process.kill('SIGTERM')
          return end(running, 'stopped')
        }),
      )
    },
  }
}

/**
 * Closes the connection that was handed to a worker which ended before taking it: Node keeps it open, and its client
 * would wait for ever. There is one at most, since the next is handed over when this one was taken.
 */
function resetWhatItNeverTook({ process: child }: Worker): void {
  let handed: { close: () => void } | undefined
  const send = child.send as (...sent: unknown[]) => boolean
  child.send = (...sent: unknown[]) => {
    const [, handle] = sent
    // In other messages it is the callback for when they are sent.
    if (handle && typeof handle === 'object' && 'close' in handle) handed = handle as typeof handed
    return send.apply(child, sent)
  }
  child.once('exit', () => handed?.close())
}
