import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseEnv } from 'node:util'
import type pg from 'pg'
import { asAccount, chooseAccount } from '../../../src/platform/postgres/account.ts'
import { askOnce, freePort } from '../../../src/platform/postgres/testing/replicas.ts'
import { type Line, startLine } from '../../fakes/line.ts'
import { type Addresses, filesOf, passwordOf } from './guide.ts'
import type { Programs } from './programs.ts'

/** How long anything may take that Patroni or etcd do by themselves. */
const patienceMs = 120_000

export type Member = {
  name: string
  addresses: Addresses
  /** Lines to its database and its REST API, and from its Patroni to etcd. */
  lines: { database: Line; restApi: Line; etcd: Line[] }
  etcd: ChildProcess | undefined
  patroni: ChildProcess | undefined
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>

/** What Patroni says of each member. */
type State = { name: string; role: string; state: string; timeline?: number }

/**
 * Three machines on loopback, each with etcd, Patroni and PostgreSQL as the guide configures them. Others reach a
 * machine's database and REST API, and its Patroni reaches etcd, by lines that can fall silent.
 */
export async function startCluster(programs: Programs) {
  const base = mkdtempSync(path.join(tmpdir(), 'folio-patroni-'))
  const account = chooseAccount()
  const own = (folder: string) => {
    if (account.uid !== undefined && account.gid !== undefined) chownSync(folder, account.uid, account.gid)
    return folder
  }
  own(base)
  const archive = path.join(base, 'archive')
  mkdirSync(archive)
  own(archive)
  const members: Member[] = []
  const run = (program: string, args: string[], name: string, env: NodeJS.ProcessEnv = {}) => {
    const log = openSync(path.join(base, `${name}.log`), 'a')
    const options = asAccount(account)
    return spawn(program, args, {
      ...options,
      env: { ...options.env, PATH: process.env.PATH, ...env },
      stdio: ['ignore', log, log],
    })
  }

  const etcds: string[] = []
  const peers: string[] = []
  for (let n = 0; n < 3; n += 1) {
    etcds.push(await freeAddress())
    peers.push(await freeAddress())
  }
  const lineTo = async (address: string) => startLine({ host: '127.0.0.1', port: portOf(address) })
  for (const [n, name] of ['one', 'two', 'three'].entries()) {
    const folder = path.join(base, name)
    mkdirSync(folder)
    own(folder)
    const database = await freeAddress()
    const restApi = await freeAddress()
    const lines = {
      database: await lineTo(database),
      restApi: await lineTo(restApi),
      etcd: await Promise.all(etcds.map(lineTo)),
    }
    const addresses = {
      name,
      database,
      restApi,
      databaseFromOutside: addressOf(lines.database),
      restApiFromOutside: addressOf(lines.restApi),
      etcdClients: etcds[n] as string,
      etcdPeers: peers[n] as string,
      etcds: lines.etcd.map(addressOf),
      folder,
      archive,
      programs: programs.postgres,
    }
    writeFileSync(path.join(base, `${name}.yml`), filesOf(addresses, peers).patroni)
    members.push({ name, addresses, lines, etcd: undefined, patroni: undefined })
  }

  const startEtcd = (one: Member) => {
    one.etcd = run(programs.etcd, [], `${one.name}-etcd`, parseEnv(filesOf(one.addresses, peers).etcd))
  }
  const startPatroni = (one: Member) => {
    one.patroni = run(programs.patroni, [path.join(base, `${one.name}.yml`)], `${one.name}-patroni`)
  }

  /** What the members say of themselves and each other; the first that answers. */
  const states = async (): Promise<State[]> => {
    for (const { addresses } of members) {
      const answer = await askJson<{ members: State[] }>(`http://${addresses.restApi}/cluster`)
      if (answer) return answer.members
    }
    return []
  }
  const memberNamed = (name: string) => members.find((one) => one.name === name) as Member

  /** The member that leads now, undefined for as long as none does. */
  const leader = async (except?: Member): Promise<Member | undefined> => {
    for (const one of members) {
      if (one === except) continue
      // Asked itself, since what the others know may be old.
      const isLeader = await fetch(`http://${one.addresses.restApi}/primary`, {
        signal: AbortSignal.timeout(1_000),
      })
        .then(({ ok }) => ok)
        .catch(() => false)
      if (isLeader) return one
    }
    return undefined
  }
  const untilLed = (except?: Member) => until('nobody led', () => leader(except))
  /** One leads, and both others follow it. */
  const untilWhole = async (): Promise<Member> => {
    const led = await until('not all followed', async () => {
      const all = await states()
      const [first, ...more] = all.filter(({ role }) => role === 'leader')
      const following = all.filter(
        ({ state, timeline }) => state === 'streaming' && timeline === first?.timeline,
      )
      return first && more.length === 0 && following.length === 2 ? first : undefined
    })
    return memberNamed(led.name)
  }
  const etcdLeader = () =>
    until('etcd had no leader', async () => {
      for (const one of members) {
        const status = await askJson<{ leader?: string; header: { member_id: string } }>(
          `http://${one.addresses.etcdClients}/v3/maintenance/status`,
          { method: 'POST', body: '{}' },
        )
        if (status?.leader && status.leader === status.header.member_id) return one
      }
      return undefined
    })

  const stop = async () => {
    for (const one of members) await killPatroni(one)
    for (const one of members) killPostgres(one)
    for (const { etcd } of members) await kill(etcd)
    for (const { lines } of members)
      for (const line of [lines.database, lines.restApi, ...lines.etcd]) line.close()
  }

  try {
    for (const one of members) startEtcd(one)
    await etcdLeader()
    for (const one of members) startPatroni(one)
    const first = await untilWhole()
    await asSuperuser(first, `create role folio login password 'folio'`)
    await asSuperuser(first, 'create database folio owner folio')
  } catch (error) {
    await stop()
    throw new Error(`${error instanceof Error ? error.message : error} (its logs are in ${base})`, {
      cause: error,
    })
  }
  return {
    base,
    archive,
    members,
    account,
    databaseUrl: `postgresql://folio:folio@${members.map(({ lines }) => addressOf(lines.database)).join(',')}/folio`,
    startEtcd,
    startPatroni,
    leader,
    untilLed,
    untilWhole,
    etcdLeader,
    stop,
    remove: () => rmSync(base, { recursive: true, force: true }),
  }
}

/** One statement as the superuser on a connection of its own, past the lines. */
export const asSuperuser = <Row extends pg.QueryResultRow>({ addresses }: Member, statement: string) =>
  askOnce<Row>(
    {
      host: '127.0.0.1',
      port: portOf(addresses.database),
      user: 'postgres',
      password: passwordOf('postgres'),
      database: 'postgres',
    },
    statement,
  )

/** Ends a member's Patroni without warning; its PostgreSQL goes on. */
export async function killPatroni(one: Member): Promise<void> {
  await kill(one.patroni)
  one.patroni = undefined
}

/** Ends a member's PostgreSQL without warning; its children end as soon as they see it. */
export function killPostgres({ addresses }: Member): void {
  try {
    const [pid] = readFileSync(path.join(addresses.folder, 'data/postmaster.pid'), 'utf8').split('\n')
    process.kill(Number(pid), 'SIGKILL')
  } catch {
    // It does not run.
  }
}

export async function kill(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

/** The answer once there is one. */
export async function until<T>(otherwise: string, look: () => Promise<T | undefined>): Promise<T> {
  const end = Date.now() + patienceMs
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    if (Date.now() > end) throw new Error(`For ${patienceMs / 1_000} s ${otherwise}.`)
    await wait(100)
  }
}

const askJson = <T>(url: string, init?: RequestInit): Promise<T | undefined> =>
  fetch(url, { ...init, signal: AbortSignal.timeout(1_000) })
    .then(async (response) => (response.ok ? ((await response.json()) as T) : undefined))
    .catch(() => undefined)

const addressOf = ({ port }: Line) => `127.0.0.1:${port}`
const freeAddress = async () => `127.0.0.1:${await freePort()}`
export const portOf = (address: string) => Number(address.split(':')[1])
