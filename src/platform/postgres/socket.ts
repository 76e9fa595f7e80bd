import { chownSync, lstatSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { OperatorError } from '../operator-error.ts'
import { type Place, shortHash } from './place.ts'

/** The number only names the socket's file: nothing listens on the network. */
export const PORT = 5432

/** The room for a socket's path is 104 bytes on macOS and 108 on Linux, its closing zero included. */
const LONGEST_PATH = 103

/**
 * The folder of the server's socket: its own folder in the data folder, which no cleaner of temporary files touches
 * and a service with a private /tmp shares with commands outside it. Where that path is too long, one in /tmp.
 * Throws when another account holds that one.
 */
export function prepareSocketFolder({ folder, account }: Place): string {
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
