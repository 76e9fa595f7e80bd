import { readFileSync } from 'node:fs'
import path from 'node:path'

const file = path.resolve(import.meta.dirname, '../../../docs/high-availability.md')

/** One of the machines, as the guide's files have to name it. */
export type Addresses = {
  name: string
  /** Where this machine listens. */
  database: string
  restApi: string
  etcdClients: string
  etcdPeers: string
  /** Where the other machines, and Folio, reach it. */
  databaseFromOutside: string
  restApiFromOutside: string
  /** Where its Patroni reaches each member of etcd. */
  etcds: readonly string[]
  folder: string
  archive: string
  programs: string
}

const names = ['one', 'two', 'three'] as const

/** The files that the guide tells operators to write, for another machine than its first. */
export function filesOf(one: Addresses, peers: readonly string[], guide = readFileSync(file, 'utf8')) {
  return {
    etcd: filled(blockOf(guide, 'ini'), [
      ['ETCD_NAME=one', `ETCD_NAME=${one.name}`],
      ['/var/lib/etcd/folio', `${one.folder}/etcd`],
      ['CLIENT_URLS=http://10.0.0.11:2379', `CLIENT_URLS=http://${one.etcdClients}`],
      ['PEER_URLS=http://10.0.0.11:2380', `PEER_URLS=http://${one.etcdPeers}`],
      ...peers.map(
        (peer, n): Change => [`${names[n]}=http://10.0.0.1${n + 1}:2380`, `${names[n]}=http://${peer}`],
      ),
    ]),
    patroni: filled(blockOf(guide, 'yaml'), [
      ['name: one', `name: ${one.name}`],
      // Or Patroni would ask etcd where its members are, and go past the lines.
      ['etcd3:', 'etcd3:\n  use_proxies: true'],
      ...one.etcds.map((address, n): Change => [`- 10.0.0.1${n + 1}:2379`, `- ${address}`]),
      [' listen: 10.0.0.11:8008', ` listen: ${one.restApi}`],
      [' connect_address: 10.0.0.11:8008', ` connect_address: ${one.restApiFromOutside}`],
      [' listen: 10.0.0.11:5432', ` listen: ${one.database}`],
      [' connect_address: 10.0.0.11:5432', ` connect_address: ${one.databaseFromOutside}`],
      ['/usr/lib/postgresql/18/bin', one.programs],
      ['/var/lib/postgresql/18/folio', `${one.folder}/data`],
      ['/var/lib/postgresql/18/pgpass', `${one.folder}/pgpass`],
      ['/var/run/postgresql', one.folder],
      ['/mnt/archive', one.archive],
      ['10.0.0.0/24', '127.0.0.1/32'],
    ]),
  }
}

/** The settings that the guide gives a server that is restored to a moment. */
export const settingsOfPast = (moment: string, archive: string, guide = readFileSync(file, 'utf8')) =>
  filled(blockOf(guide, 'conf'), [
    ['/mnt/archive', archive],
    ['2026-11-29 14:05:00+00', moment],
  ])

/** The passwords that stand in the guide. */
export function passwordOf(username: string, guide = readFileSync(file, 'utf8')): string {
  const [, password] = new RegExp(`username: ${username}\\n +password: (\\S+)`).exec(guide) ?? []
  if (!password) throw new Error(`The guide has no password of ${username}.`)
  return password
}

type Change = [from: string, to: string]

function blockOf(guide: string, language: string): string {
  const [, block] = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'ms').exec(guide) ?? []
  if (!block) throw new Error(`The guide has no block of ${language}.`)
  return block
}

function filled(text: string, changes: readonly Change[]): string {
  return changes.reduce((whole, [from, to]) => {
    if (!whole.includes(from)) throw new Error(`The guide no longer says ${from}.`)
    return whole.replaceAll(from, to)
  }, text)
}
