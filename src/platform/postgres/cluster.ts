import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import path from 'node:path'
import { OperatorError } from '../operator-error.ts'
import { runAs } from './account.ts'
import { adviceOn } from './advice.ts'
import type { Engine } from './engine.ts'
import type { Location } from './location.ts'
import { refuseSmallDisk } from './room.ts'

const ATTEMPT = 'cluster.new-'

/**
 * Makes the data directory if there is none. initdb works in a folder aside that is renamed when complete, so that a
 * kill leaves nothing incomplete, and of two first starts at once one wins and the other uses its result. Throws with
 * initdb's own words if it fails, and before that if the disk has too little room.
 */
export async function ensureCluster(
  engine: Engine,
  location: Location,
  log: (line: string) => void,
): Promise<void> {
  if (existsSync(versionFile(location.cluster))) return
  refuseSmallDisk(location)
  log(`Making the database in ${location.cluster}`)
  const attempt = path.join(location.folder, ATTEMPT + randomBytes(6).toString('hex'))
  try {
    await runAs(location.account, engine.initdb, ['--pgdata', attempt, ...INITDB_OPTIONS])
    renameSync(attempt, location.cluster)
    flushFolder(location.folder)
  } catch (error) {
    rmSync(attempt, { recursive: true, force: true })
    if (existsSync(versionFile(location.cluster))) return // another start was quicker
    const said = (error as { stderr?: string }).stderr?.trim() || (error as Error).message
    throw new OperatorError(`The database could not be made in ${location.cluster}: ${said}${adviceOn(said)}`)
  }
}

/**
 * The collation is PostgreSQL's own, so an upgrade of the system's libraries cannot disturb an index. Only the
 * character types come from the system: with plain C, pg_trgm sees no letters beyond ASCII, and a search for
 * "café" or "日本" finds no trigrams.
 */
const INITDB_OPTIONS = [
  '--username=folio',
  '--encoding=UTF8',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  `--lc-ctype=${process.platform === 'darwin' ? 'UTF-8' : 'C.UTF-8'}`,
  '--auth-local=trust', // the folder of the socket is closed to other accounts
  '--auth-host=reject',
  '--no-instructions',
]

/** Throws if another major version wrote the data directory, which this server could not read. */
export function refuseOtherMajor(engine: Engine, cluster: string): void {
  const written = readFileSync(versionFile(cluster), 'utf8').trim()
  if (written === String(engine.major)) return
  throw new OperatorError(
    `The database in ${cluster} was written by PostgreSQL ${written}, but this version of Folio brings ` +
      `PostgreSQL ${engine.major}. Make a backup with the version of Folio that you had (npm run backup), move the ` +
      'folder away and restore it with this one (npm run restore), or point DATA_DIR to another folder.',
  )
}

/**
 * Removes what interrupted first starts left behind. Called once the cluster is there: any other attempt, even one
 * under way, then finds the cluster and uses it.
 */
export function sweepAttempts(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(ATTEMPT)) continue
    try {
      rmSync(path.join(folder, name), { recursive: true, force: true })
    } catch {
      // Still being written by an initdb whose owner was killed. The next start removes it.
    }
  }
}

const versionFile = (cluster: string) => path.join(cluster, 'PG_VERSION')

/** Without this a power cut could undo the renaming, and lose everything acknowledged since. */
function flushFolder(folder: string): void {
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
