import { setTimeout as delay } from 'node:timers/promises'
import { OperatorError } from '../operator-error.ts'
import { adviceOn } from './advice.ts'
import type { Engine } from './engine.ts'
import { type Location, PORT } from './location.ts'
import {
  isPostmasterOf,
  isRunning,
  type Postmaster,
  readPostmaster,
  removeEmptyLockFiles,
} from './postmaster.ts'
import { type Connection, connectionTo, probe } from './probe.ts'
import { fullnessOf } from './room.ts'
import { launch, type Server } from './server.ts'

/** A server to work with; `server` is set if this process started it, not if it adopted another's. */
type Started = { connection: Connection; server?: Server }

type StartOptions = {
  engine: Engine
  location: Location
  socketFolder: string
  /** Ends the start early, with an exception. */
  signal?: AbortSignal
}

const PATIENCE_MS = 60_000
const PAUSE_MS = 50

/**
 * Starts the server of this cluster, or adopts the one that a living process of ours runs. Waits while a dying server
 * has not ended, and while another start is at the same point. Throws with the end of the server's log if it does not
 * come up, or if another server is in the way for a minute.
 */
export async function startOrAdopt(options: StartOptions): Promise<Started> {
  const { location, socketFolder, signal } = options
  const until = Date.now() + PATIENCE_MS
  let hindrance = ''
  while (Date.now() < until) {
    const found = readPostmaster(location.cluster)
    const verdict = found ? await judge(found, options) : 'absent'
    if (typeof verdict === 'object') return { connection: verdict.adopt }
    if (verdict === 'absent') {
      removeEmptyLockFiles(location.cluster, socketFolder, PORT)
      const attempt = await launch({ ...options, staleLock: found?.pid })
      if ('server' in attempt) return await opened(attempt.server, socketFolder)
      signal?.throwIfAborted()
      hindrance = attempt.words
      if (!PASSING_HINDRANCE.test(hindrance)) throw notStarted(location, hindrance)
    }
    await delay(PAUSE_MS, undefined, { signal })
  }
  if (hindrance) throw notStarted(location, hindrance)
  throw new OperatorError(
    `Another server uses ${location.cluster} and accepts no connections. Its log is ${location.log}.`,
  )
}

/**
 * Errors of a server that found another one's files. They pass: the other is a start at the same time and will be
 * adopted, or a killed server whose last processes are ending.
 */
const PASSING_HINDRANCE = /lock file "[^"]*" (already exists|is empty)|pre-existing shared memory block/

/**
 * Decides about the server that the lock file names: adopt it, wait until its state is clear, or treat it as absent. A
 * server whose owner is dead is about to stop; it is asked again, in case its guard died too.
 */
async function judge(
  found: Postmaster,
  { location, socketFolder }: StartOptions,
): Promise<{ adopt: Connection } | 'wait' | 'absent'> {
  const visible = isPostmasterOf(location.cluster, found.pid)
  if (visible && !found.ready) return 'wait'
  // A server in another container sees the same folder under another path than ours: then ours leads to its socket.
  for (const folder of new Set([found.socketFolder, socketFolder])) {
    const adopt = connectionTo(folder, found.port)
    const answer = await probe(adopt)
    if (answer.outcome === 'silent') continue
    if (answer.outcome === 'busy') return 'wait'
    // Not visible, yet it answers: both it and its owner run where we see no processes. Without an owner: an operator
    // started it by hand.
    if (!visible || !answer.owner || isRunning(answer.owner)) return { adopt }
    if (isPostmasterOf(location.cluster, found.pid)) process.kill(found.pid, 'SIGINT')
    return 'wait'
  }
  return visible ? 'wait' : 'absent'
}

async function opened(server: Server, socketFolder: string): Promise<Started> {
  const connection = connectionTo(socketFolder, PORT)
  try {
    const answer = await probe(connection)
    if (answer.outcome === 'open') return { connection, server }
    throw new OperatorError('The database accepts no connections although its server says it is ready.')
  } catch (error) {
    await server.stop()
    throw error
  }
}

const notStarted = (location: Location, words: string) =>
  new OperatorError(
    `PostgreSQL did not start on ${location.cluster}.${fullnessOf(location)}${adviceOn(words)} Its log (${location.log}) ends with:\n${words}`,
  )
