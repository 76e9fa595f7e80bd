import { setTimeout as delay } from 'node:timers/promises'
import type { Server } from './server.ts'

/** A server that is restarted when it dies. */
type Supervised = {
  /** Settles when the server died and could not be restarted; never after `stop`. */
  exited: Promise<void>
  stop(): Promise<void>
}

/** Returns the new server, or undefined if another process has started one meanwhile and watches over it. */
type Restart = (stopping: AbortSignal) => Promise<Server | undefined>

/** The pause before each attempt to restart a server; after the last, about half a minute in all, it gives up. */
const PAUSES_MS = [0, 100, 500, 1_000, 2_000, 5_000, 10_000, 10_000]

const LOOK_MS = 2_000

/** A server that ran this long was well, so its next death begins a new count. */
const WELL_AFTER_MS = 60_000

type Options = {
  pausesMs?: number[]
  /** Whether the disk has room for a server to start. */
  hasRoom?: () => boolean
  /** How often it checks for room. */
  lookMs?: number
}

/**
 * Watches over a server that this process started and restarts it when it dies, whatever the cause. While the disk is
 * full that would be in vain: then it waits for room, however long that takes.
 */
export function supervise(
  first: Server,
  restart: Restart,
  log: (line: string) => void,
  { pausesMs = PAUSES_MS, hasRoom = () => true, lookMs = LOOK_MS }: Options = {},
): Supervised {
  const stopping = new AbortController()
  const { signal } = stopping
  const givenUp = Promise.withResolvers<void>()
  let current = first
  let attempts = 0

  const pause = (ms: number | undefined) => delay(ms, undefined, { signal }).catch(() => undefined)

  const untilRoom = async () => {
    if (hasRoom()) return
    log('The disk is full. PostgreSQL is started again as soon as there is room.')
    while (!signal.aborted && !hasRoom()) await pause(lookMs)
    attempts = 0
  }

  const revive = async (): Promise<Server | undefined> => {
    for (; attempts < pausesMs.length; attempts++) {
      await pause(pausesMs[attempts])
      await untilRoom()
      if (signal.aborted) return undefined
      try {
        const server = await restart(signal)
        attempts++
        return server
      } catch (error) {
        if (!signal.aborted) log((error as Error).message)
      }
    }
    log('PostgreSQL does not stay up. Giving up.')
    givenUp.resolve()
    return undefined
  }

  const watch = async () => {
    while (!signal.aborted) {
      const since = Date.now()
      const how = await current.exited
      if (signal.aborted) return
      if (Date.now() - since > WELL_AFTER_MS) attempts = 0
      log(`PostgreSQL ${how}. Starting it again.`)
      const next = await revive()
      if (!next) return
      current = next
    }
    await current.stop() // it came up while stopping
  }
  const watching = watch()

  const stop = async () => {
    stopping.abort()
    await current.stop()
    await watching
  }
  return { exited: givenUp.promise, stop }
}
