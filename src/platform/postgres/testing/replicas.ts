import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { asAccount, chooseAccount, runAs, type ServerAccount } from '../account.ts'
import { type Engine, locateEngine, prepareEngine } from '../engine.ts'

/** One of the servers: it listens on a port of loopback. */
export type Replica = {
  name: string
  port: number
  folder: string
  /** Undefined while it does not run. */
  child: ChildProcess | undefined
}

export type Replicas = Awaited<ReturnType<typeof startReplicas>>

const patienceMs = 60_000

/**
 * A primary and standbys that stream from it, from the PostgreSQL that comes with Folio, on loopback. What commits
 * waits until one standby has written it, where `synchronous` says so.
 */
export async function startReplicas({ standbys = 2, synchronous = true } = {}) {
  const base = mkdtempSync(path.join(roomy(), 'folio-replicas-'))
  const account = chooseAccount()
  own(base, account)
  const engine = await prepareEngine(locateEngine(), base, account)
  const all: Replica[] = []
  const primary = await newReplica('p', base)
  all.push(primary)
  await runAs(account, engine.initdb, [
    `--pgdata=${primary.folder}`,
    '--username=folio',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--lc-ctype=C.UTF-8',
    '--auth=trust',
    '--no-instructions',
  ])
  const start = (one: Replica) => startServer(one, engine, account)
  await start(primary)
  await ask(primary, 'create database folio', 'postgres')
  for (let n = 1; n <= standbys; n += 1) {
    const standby = await newReplica(`s${n}`, base)
    await copy(primary, standby, account)
    follow(standby, primary, account)
    all.push(standby)
    await start(standby)
  }
  const setSynchronous = async (on: Replica, names: Replica[]) => {
    await ask(
      on,
      `alter system set synchronous_standby_names = 'ANY 1 (${names.map(({ name }) => name).join(', ')})'`,
    )
    await ask(on, 'select pg_reload_conf()')
  }
  if (synchronous) await setSynchronous(primary, all.slice(1))

  return {
    all,
    primary,
    start,
    ask,
    setSynchronous,
    /** For DATABASE_URL, or DATABASE_READ_URL. */
    urlOf: (some: Replica[], database = 'folio') =>
      `postgresql://folio@${some.map(({ port }) => `127.0.0.1:${port}`).join(',')}/${database}`,
    /** Ends a server without warning, its children too. */
    kill: async (one: Replica) => {
      const { child } = one
      if (!child?.pid) return
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
      one.child = undefined
    },
    /** Has the standby that has received most take changes, and another follow it. Returns it. */
    promote: async (standbysLeft: Replica[]): Promise<Replica> => {
      const received = await Promise.all(
        standbysLeft.map(async (one) => {
          const [row] = await ask<{ at: number }>(
            one,
            `select pg_wal_lsn_diff(pg_last_wal_receive_lsn(), '0/0')::float8 as at`,
          )
          return { one, at: row?.at ?? 0 }
        }),
      )
      const [best] = received.sort((a, b) => b.at - a.at)
      if (!best) throw new Error('There is nobody to promote.')
      const others = standbysLeft.filter((one) => one !== best.one)
      await setSynchronous(best.one, others)
      await ask(best.one, 'select pg_promote()')
      for (const other of others) {
        await ask(other, `alter system set primary_conninfo = '${conninfo(best.one, other)}'`)
        await ask(other, 'select pg_reload_conf()')
      }
      return best.one
    },
    stop: async () => {
      for (const { child } of all) {
        if (!child) continue
        const gone = once(child, 'exit')
        child.kill('SIGQUIT')
        await gone
      }
      rmSync(base, { recursive: true, force: true })
    },
  }
}

function roomy(): string {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    return bavail * bsize > 2_000_000_000 ? '/dev/shm' : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** Gives what is there to the account that the servers run as. */
function own(folder: string, { uid, gid }: ServerAccount): void {
  if (uid === undefined || gid === undefined) return
  chownSync(folder, uid, gid)
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    chownSync(path.join(folder, entry), uid, gid)
}

const newReplica = async (name: string, base: string): Promise<Replica> => ({
  name,
  port: await freePort(),
  folder: path.join(base, name),
  child: undefined,
})

/** A port of loopback that nobody listens on. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  return port
}

async function startServer(one: Replica, engine: Engine, account: ServerAccount): Promise<void> {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port: String(one.port),
    wal_level: 'replica',
    max_connections: '120',
    shared_buffers: '32MB',
    wal_keep_size: '512MB',
    wal_retrieve_retry_interval: '200ms',
    log_min_messages: 'fatal',
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const log = openSync(`${one.folder}.log`, 'a')
  one.child = spawn(engine.postgres, ['-D', one.folder, ...flags], {
    ...asAccount(account),
    stdio: ['ignore', log, log],
  })
  one.child.once('exit', () => {
    one.child = undefined
  })
  const until = Date.now() + patienceMs
  for (;;) {
    try {
      await ask(one, 'select 1', 'postgres')
      return
    } catch (error) {
      if (Date.now() > until) throw error
      await delay(50)
    }
  }
}

const ask = <Row extends pg.QueryResultRow>({ port }: Replica, statement: string, database = 'postgres') =>
  askOnce<Row>({ host: '127.0.0.1', port, user: 'folio', database }, statement)

/** One statement on a connection of its own. */
export async function askOnce<Row extends pg.QueryResultRow>(
  server: pg.ClientConfig,
  statement: string,
): Promise<Row[]> {
  const client = new pg.Client(server)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end()
  }
}

/** Copies a running server's data, and what it writes meanwhile. */
async function copy(from: Replica, to: Replica, account: ServerAccount): Promise<void> {
  const client = new pg.Client({ host: '127.0.0.1', port: from.port, user: 'folio', database: 'postgres' })
  await client.connect()
  await client.query(`select pg_backup_start('copy', true)`)
  const left = /(^|\/)(postmaster\.(pid|opts)|pg_replslot\/.+|pg_wal\/.+)$/
  cpSync(from.folder, to.folder, {
    recursive: true,
    filter: (file) => !left.test(path.relative(from.folder, file)),
  })
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
  writeFileSync(path.join(to.folder, 'backup_label'), rows[0]?.labelfile ?? '')
  cpSync(path.join(from.folder, 'pg_wal'), path.join(to.folder, 'pg_wal'), { recursive: true })
  await client.end()
  own(to.folder, account)
  chmodSync(to.folder, 0o700)
}

const conninfo = (primary: Replica, { name }: Replica) =>
  `host=127.0.0.1 port=${primary.port} user=folio application_name=${name}`

function follow(standby: Replica, primary: Replica, account: ServerAccount): void {
  appendFileSync(
    path.join(standby.folder, 'postgresql.auto.conf'),
    `primary_conninfo = '${conninfo(primary, standby)}'\n`,
  )
  const signal = path.join(standby.folder, 'standby.signal')
  if (!existsSync(signal)) writeFileSync(signal, '')
  own(standby.folder, account)
}
