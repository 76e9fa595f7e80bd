import { execFileSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import path from 'node:path'
import { OperatorError } from '../../../src/platform/operator-error.ts'

export type Programs = {
  /** The folder of PostgreSQL's programs. */
  postgres: string
  patroni: string
  etcd: string
}

/** The programs of PostgreSQL that Patroni and a restore need. */
const ofPostgres = [
  'initdb',
  'pg_basebackup',
  'pg_controldata',
  'pg_ctl',
  'pg_isready',
  'pg_rewind',
  'postgres',
]
const major = 18
const getPostgres =
  `PG_BIN is the folder with all programs of a PostgreSQL ${major}; the package that comes with Folio has three of them. ` +
  `The package postgresql-${major} of apt.postgresql.org has them in /usr/lib/postgresql/${major}/bin. From the sources: ` +
  './configure --prefix=$HOME/pg18 && make world-bin && make install-world-bin, then PG_BIN=$HOME/pg18/bin.'

/** Finds what the chaos on Patroni runs. Throws what is missing, all of it, with the way to get it. */
export function findPrograms({ PG_BIN, PATH = '' }: NodeJS.ProcessEnv): Programs {
  const patroni = findIn(PATH, 'patroni')
  const etcd = findIn(PATH, 'etcd')
  const missing = [
    ...missingOfPostgres(PG_BIN),
    ...(patroni ? [] : ['patroni is not in PATH: apt-get install patroni, 4.0 or newer (Debian 13 has it).']),
    ...(etcd ? [] : ['etcd is not in PATH: apt-get install etcd-server.']),
  ]
  if (missing.length > 0 || !PG_BIN || !patroni || !etcd) throw new OperatorError(missing.join('\n'))
  return { postgres: PG_BIN, patroni, etcd }
}

function missingOfPostgres(folder: string | undefined): string[] {
  if (!folder) return [`PG_BIN is not set. ${getPostgres}`]
  const absent = ofPostgres.filter((name) => !canRun(path.join(folder, name)))
  if (absent.length > 0) return [`There is no ${absent.join(', ')} in ${folder}. ${getPostgres}`]
  const version = execFileSync(path.join(folder, 'postgres'), ['--version'], { encoding: 'utf8' }).trim()
  return version.includes(` ${major}.`) ? [] : [`${folder} has ${version}. ${getPostgres}`]
}

const findIn = (folders: string, name: string): string | undefined =>
  folders
    .split(path.delimiter)
    .map((folder) => path.join(folder, name))
    .find(canRun)

function canRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
