import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, constants, fchownSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { asAccount } from './account.ts'
import type { Engine } from './engine.ts'
import { type Location, PORT } from './location.ts'
import { sharedBuffers } from './memory.ts'
import { readPostmaster } from './postmaster.ts'
import { OWNER_SETTING } from './probe.ts'

/** A PostgreSQL server that this process started. */
export type Server = {
  exited: Promise<string>
  /** Fast shutdown: open transactions are rolled back, everything committed is written. */
  stop(): Promise<void>
}

type LaunchOptions = {
  engine: Engine
  location: Location
  socketFolder: string
  /** A process id in a dead server's lock file that belongs to somebody else by now. */
  staleLock?: number
  /** Ends a launch that is under way. */
  signal?: AbortSignal
}

/** The outcome of a launch. `words` is the server's log if it did not come up. */
type Launch = { server: Server } | { words: string }

const LOG_LIMIT = 5_000_000
const SHUTDOWN_LIMIT_MS = 60_000
/** Shorter than a next start waits for a dying server. */
const GUARDS_LIMIT_SECONDS = 30

/**
 * The server must stop when the app dies by whatever means. Nothing but the kernel notices a kill -9, and it closes the
 * dead app's end of pipe 3: a small shell (1 MB; a Node process would be 40) waits for that and then asks the server
 * for a fast shutdown, and for an immediate one if that has no end, as after a crash on a full disk. A line on the pipe
 * says that the server has ended and its id may belong to another process. The shell is started apart and the server
 * takes the place of the first one, so that the app's child is the server itself and the server has no child it does
 * not know.
 */
const GUARDED_START = `
( {
  trap '' HUP INT TERM
  if ! read -r over <&3 && kill -INT $$; then
    left=${GUARDS_LIMIT_SECONDS}
    while [ $left -gt 0 ] && sleep 1 && kill -0 $$; do left=$((left - 1)); done
    [ $left -gt 0 ] || kill -QUIT $$
  fi
} 2>/dev/null & )
exec "$0" "$@" 3<&-
`

/**
 * Starts the server and waits until it accepts connections. There is no limit to the wait while it lives: after a
 * crash it replays its log, and stopping it there would only make it begin again.
 */
export async function launch(options: LaunchOptions): Promise<Launch> {
  const { location, signal } = options
  const log = openLog(location)
  const logStart = statSync(location.log).size
  const child = spawnServer(options, log)
  closeSync(log)
  const exited = whenExited(child)
  const giveUp = () => child.kill('SIGINT')
  signal?.addEventListener('abort', giveUp)
  let over = false
  void exited.then(() => {
    over = true
    signal?.removeEventListener('abort', giveUp)
  })
  while (!over) {
    const postmaster = readPostmaster(location.cluster)
    if (postmaster?.pid === child.pid && postmaster?.ready) return { server: serverOf(child, exited) }
    await delay(10) // PostgreSQL reports its state in a file only; pg_ctl looks there every 100 ms
  }
  const words = readFileSync(location.log).subarray(logStart).toString().trim()
  return { words: words.slice(-2_000) || (await exited) }
}

function spawnServer(
  { engine, location, socketFolder, staleLock }: LaunchOptions,
  log: number,
): ChildProcess {
  const settings = {
    listen_addresses: '',
    // A list, so a path with a comma needs its quotes.
    unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    max_connections: '120',
    shared_buffers: `${sharedBuffers() / 1024}kB`,
    // So that a large import writes whole pages to the log less often.
    max_wal_size: '4GB',
    // Failing statements are reported by the app; here they would only write people's data to another file.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    [OWNER_SETTING]: String(process.pid),
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const options = asAccount(location.account)
  // PostgreSQL ignores this process when it asks whether the lock file's server is still alive.
  if (staleLock) options.env.PG_GRANDPARENT_PID = String(staleLock)
  const args = ['-c', GUARDED_START, engine.postgres, '-D', location.cluster, '-p', String(PORT), ...flags]
  // Its own session: Ctrl-C in the terminal reaches the app, which stops the server when it has finished.
  return spawn('/bin/sh', args, { ...options, detached: true, stdio: ['ignore', log, log, 'pipe'] })
}

/** Settles when the server has ended, with the way it ended, in words. Signals the guard, so that it ends too. */
function whenExited(child: ChildProcess): Promise<string> {
  const guard = guardOf(child)
  guard?.on('error', () => undefined)
  return new Promise((resolve) => {
    const end = (how: string) => {
      guard?.end('over\n')
      resolve(how)
    }
    child.on('error', (error) => end(error.message))
    child.once('exit', (code, signal) => end(signal ? `was killed by ${signal}` : `exited with code ${code}`))
  })
}

/** The pipe to the guard. Not the standard input, which Node closes before it reports that a child has ended. */
const guardOf = (child: ChildProcess) => child.stdio[3] as Socket | undefined

function serverOf(child: ChildProcess, exited: Promise<string>): Server {
  // A command that has done its work may simply end: the guard stops the server.
  child.unref()
  guardOf(child)?.unref()
  const stop = async () => {
    child.ref()
    child.kill('SIGINT')
    // Skips the final writing and leaves recovery to the next start: still nothing committed is lost.
    const impatient = setTimeout(() => child.kill('SIGQUIT'), SHUTDOWN_LIMIT_MS)
    await exited
    clearTimeout(impatient)
  }
  return { exited, stop }
}

/** The log belongs to the server's account, so that the next start can append to it, as whatever account. */
function openLog({ log, account }: Location): number {
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) > LOG_LIMIT) renameSync(log, `${log}.1`)
  const { O_APPEND, O_CREAT, O_NOFOLLOW, O_WRONLY } = constants
  const file = openSync(log, O_APPEND | O_CREAT | O_NOFOLLOW | O_WRONLY, 0o600)
  if (account.uid !== undefined && account.gid !== undefined) fchownSync(file, account.uid, account.gid)
  return file
}
