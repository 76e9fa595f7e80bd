import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { filesOf, passwordOf, settingsOfPast } from './guide.ts'
import { findPrograms } from './programs.ts'

const ofPostgres = [
  'initdb',
  'pg_basebackup',
  'pg_controldata',
  'pg_ctl',
  'pg_isready',
  'pg_rewind',
  'postgres',
]

/** A folder with programs of these names, each of which says the same. */
function folderWith(names: string[], says = '') {
  const folder = mkdtempSync(path.join(tmpdir(), 'folio-programs-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const name of names) {
    writeFileSync(path.join(folder, name), `#!/bin/sh\necho '${says}'\n`)
    chmodSync(path.join(folder, name), 0o755)
  }
  return folder
}

describe('what `npm run chaos -- patroni` needs (decision 139)', () => {
  it('nothing is there: it names all of it, with the way to get it', () => {
    const find = () => findPrograms({ PATH: folderWith([]) })
    expect(find).toThrow(/^PG_BIN is not set\. .*postgresql-18 of apt\.postgresql\.org/)
    expect(find).toThrow(/\npatroni is not in PATH: apt-get install patroni/)
    expect(find).toThrow(/\netcd is not in PATH: apt-get install etcd-server/)
  })

  it('the three programs that come with Folio are not enough', () => {
    const PG_BIN = folderWith(['initdb', 'pg_ctl', 'postgres'], 'postgres (PostgreSQL) 18.1')
    const PATH = folderWith(['patroni', 'etcd'])
    expect(() => findPrograms({ PATH, PG_BIN })).toThrow(
      `There is no pg_basebackup, pg_controldata, pg_isready, pg_rewind in ${PG_BIN}. PG_BIN is the folder`,
    )
  })

  it('an older PostgreSQL is refused by its version', () => {
    const PG_BIN = folderWith(ofPostgres, 'postgres (PostgreSQL) 17.6 (Debian 17.6-1)')
    expect(() => findPrograms({ PATH: folderWith(['patroni', 'etcd']), PG_BIN })).toThrow(
      `${PG_BIN} has postgres (PostgreSQL) 17.6 (Debian 17.6-1).`,
    )
  })

  it('all is there: each is found where it is, in the order of PATH', () => {
    const PG_BIN = folderWith(ofPostgres, 'postgres (PostgreSQL) 18.6')
    const [first, second] = [folderWith(['etcd']), folderWith(['patroni', 'etcd'])]
    expect(findPrograms({ PATH: `${first}${path.delimiter}${second}`, PG_BIN })).toEqual({
      postgres: PG_BIN,
      patroni: path.join(second, 'patroni'),
      etcd: path.join(first, 'etcd'),
    })
  })
})

describe('the files of docs/high-availability.md, which the chaos runs with (decision 139)', () => {
  const addresses = {
    name: 'two',
    database: '127.0.0.1:1',
    restApi: '127.0.0.1:2',
    etcdClients: '127.0.0.1:3',
    etcdPeers: '127.0.0.1:4',
    databaseFromOutside: '127.0.0.1:5',
    restApiFromOutside: '127.0.0.1:6',
    etcds: ['127.0.0.1:7', '127.0.0.1:8', '127.0.0.1:9'],
    folder: '/tmp/two',
    archive: '/tmp/archive',
    programs: '/tmp/pg/bin',
  }
  const peers = ['127.0.0.1:10', '127.0.0.1:4', '127.0.0.1:11']

  it('are filled in for a machine of the chaos, and nothing of the guide’s machines stays', () => {
    const { etcd, patroni } = filesOf(addresses, peers)
    expect(etcd + patroni + settingsOfPast('2026-01-01 00:00:00+00', '/tmp/archive')).not.toMatch(
      /10\.0\.0\.|\/mnt|\/var|\/usr|2026-11-29/,
    )
    expect(parse(patroni)).toMatchObject({
      name: 'two',
      restapi: { listen: '127.0.0.1:2', connect_address: '127.0.0.1:6' },
      etcd3: { hosts: addresses.etcds },
      postgresql: { listen: '127.0.0.1:1', connect_address: '127.0.0.1:5', data_dir: '/tmp/two/data' },
    })
    expect(etcd).toContain('one=http://127.0.0.1:10,two=http://127.0.0.1:4,three=http://127.0.0.1:11')
  })

  it('a leader waits for one of two others before it acknowledges', () => {
    const { bootstrap } = parse(filesOf(addresses, peers).patroni)
    expect(bootstrap.dcs).toMatchObject({ synchronous_mode: 'quorum', synchronous_mode_strict: true })
    expect(bootstrap.dcs.loop_wait + 2 * bootstrap.dcs.retry_timeout).toBeLessThanOrEqual(bootstrap.dcs.ttl)
  })

  it('a guide that says something else is noticed', () => {
    expect(() => filesOf(addresses, peers, '```ini\nETCD_NAME=first\n```')).toThrow(
      'The guide no longer says ETCD_NAME=one.',
    )
    expect(() => filesOf(addresses, peers, '')).toThrow('The guide has no block of ini.')
    expect(() => passwordOf('nobody')).toThrow('The guide has no password of nobody.')
  })
})
