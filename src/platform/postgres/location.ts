import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  realpathSync,
  rmdirSync,
  statSync,
} from 'node:fs'
import path from 'node:path'
import { OperatorError } from '../operator-error.ts'
import { chooseAccount, isRoot, runAs, type ServerAccount } from './account.ts'

/** Where the database lies and which account runs it. */
export type Location = {
  /** The data folder really used. */
  dataDir: string
  /** The server's own folder in it, which only the account can enter. */
  folder: string
  /** PostgreSQL's data directory. */
  cluster: string
  /** The server's log; outside `folder`, since root must not write files where a lesser account could plant links. */
  log: string
  account: ServerAccount
  notice?: string
}

const SYSTEM_DATA = '/var/lib'

/**
 * Decides where the database is: in the wanted folder, or, when root starts Folio and the account that PostgreSQL
 * runs as cannot enter it (a project below a closed home), in /var/lib. A database that exists stays where it is,
 * even if its account could now enter the wanted folder: an empty one beside it would look like lost data.
 * Throws when the folder cannot be used.
 */
export async function prepareLocation(wantedDir: string): Promise<Location> {
  const wanted = makeFolder(path.resolve(wantedDir))
  const fallback = fallbackOf(wanted)
  const inUse = [wanted, fallback].find((dataDir) => owner(inside(dataDir).cluster))
  const account = chooseAccount(inUse ? owner(inside(inUse).cluster) : undefined)

  const first = inUse ?? wanted
  const obstacle = await claim(first, account)
  if (!obstacle) return { ...inside(first), account, notice: noticeOf(first, wanted, account) }
  if (inUse || !isRoot()) throw unusable(first, obstacle)

  makeFolder(fallback)
  const second = await claim(fallback, account)
  if (second) throw unusable(fallback, second)
  return { ...inside(fallback), account, notice: noticeOf(fallback, wanted, account) }
}

/** Where a data folder's database may lie: there, or in its substitute. Makes nothing. */
export function placesOf(wantedDir: string): string[] {
  if (!existsSync(wantedDir)) return []
  const wanted = realpathSync(wantedDir)
  return [wanted, fallbackOf(wanted)]
}

/** Whether a data folder has a database. */
export const hasCluster = (wantedDir: string): boolean =>
  placesOf(wantedDir).some((dataDir) => owner(inside(dataDir).cluster))

const fallbackOf = (wanted: string) => path.join(SYSTEM_DATA, `folio-${shortHash(wanted)}`)

/** Twelve hexadecimal digits that stand for a text in names of files. */
const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12)

function inside(dataDir: string) {
  const folder = path.join(dataDir, 'postgres')
  return { dataDir, folder, cluster: path.join(folder, 'cluster'), log: path.join(dataDir, 'postgres.log') }
}

/** Makes a folder if there is none, closed to other accounts whatever the umask. Returns its real path. */
function makeFolder(folder: string): string {
  try {
    mkdirSync(path.dirname(folder), { recursive: true })
    mkdirOnce(folder)
    return realpathSync(folder)
  } catch (error) {
    throw unusable(folder, (error as Error).message)
  }
}

/** Not mkdir's recursive mode, which reports ENOENT on a read-only file system. */
function mkdirOnce(folder: string): boolean {
  try {
    mkdirSync(folder, { mode: 0o700 })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  }
}

function owner(file: string): { uid: number; gid: number } | undefined {
  try {
    const { uid, gid } = statSync(file)
    return { uid, gid }
  } catch (error) {
    // The folder is closed because it holds another account's data; claiming it then says whose.
    if ((error as NodeJS.ErrnoException).code === 'EACCES') return { uid: 0, gid: 0 }
    return undefined
  }
}

/** Makes the server's folder and gives it to the account. Returns the obstacle, if there is one. */
async function claim(dataDir: string, account: ServerAccount): Promise<string | undefined> {
  const { folder } = inside(dataDir)
  let made = false
  try {
    made = mkdirOnce(folder)
    const { uid } = statSync(folder)
    if (!isRoot() && uid !== process.getuid?.()) return `it belongs to another account (uid ${uid})`
    if (account.uid !== undefined && account.gid !== undefined) chownSync(folder, account.uid, account.gid)
    chmodSync(folder, 0o700)
  } catch (error) {
    return (error as Error).message
  }
  if (await canWrite(account, folder)) return undefined
  const closeAgain = letPass(dataDir, account)
  if (await canWrite(account, folder)) return undefined
  closeAgain()
  if (made) rmdirSync(folder)
  return `${account.name}, the account PostgreSQL runs as, cannot enter it or write there`
}

async function canWrite(account: ServerAccount, folder: string): Promise<boolean> {
  return await runAs(account, '/bin/sh', ['-c', 'cd "$0" && test -w .', folder]).then(
    () => true,
    () => false,
  )
}

/**
 * A data folder that root made for itself alone stays closed, except that the server's account may pass through it
 * (through its group, without seeing what else is there). Returns a function that takes that back.
 */
function letPass(dataDir: string, account: ServerAccount): () => void {
  const { uid, gid, mode } = statSync(dataDir)
  const isRootsAlone = uid === 0 && (mode & 0o067) === 0
  if (account.gid === undefined || !isRootsAlone) return () => undefined
  chownSync(dataDir, uid, account.gid)
  chmodSync(dataDir, 0o710)
  return () => {
    chownSync(dataDir, uid, gid)
    chmodSync(dataDir, mode)
  }
}

function noticeOf(used: string, wanted: string, account: ServerAccount): string | undefined {
  if (used === wanted) return undefined
  return (
    `The database is in ${used}, because ${account.name}, the account PostgreSQL runs as, ` +
    `could not enter ${wanted} when it was made.`
  )
}

function unusable(dataDir: string, obstacle: string): OperatorError {
  return new OperatorError(
    `Folio cannot keep its database in ${dataDir}: ${obstacle}. Give the folder to the account that starts Folio ` +
      'and let PostgreSQL’s account pass the folders above it, or point DATA_DIR to another folder.',
  )
}

/** The number only names the socket's file: nothing listens on the network. */
export const PORT = 5432

/** A socket's path may take 104 bytes on macOS and 108 on Linux, with its closing zero. */
const LONGEST_PATH = 103

/**
 * The folder of the server's socket: its own folder in the data folder, which no cleaner of temporary files touches
 * and a service with a private /tmp shares with commands outside it. Where that path is too long, one in /tmp.
 * Throws when another account holds that one.
 */
export function prepareSocketFolder({ folder, account }: Location): string {
  if (Buffer.byteLength(path.join(folder, `.s.PGSQL.${PORT}.lock`)) <= LONGEST_PATH) return folder
  const short = path.join('/tmp', `folio-${shortHash(folder)}`)
  try {
    mkdirSync(short, { mode: 0o700 })
    if (account.uid !== undefined && account.gid !== undefined) chownSync(short, account.uid, account.gid)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  // Anybody may make a folder of that name in /tmp, and would then own every connection.
  const found = lstatSync(short)
  const closed = found.isDirectory() && (found.mode & 0o077) === 0
  if (closed && found.uid === (account.uid ?? process.getuid?.())) return short
  throw new OperatorError(
    `${short}, the folder for the database's socket, belongs to another account. Remove it.`,
  )
}
