import { createHash } from 'node:crypto'
import path from 'node:path'
import type { Kysely } from 'kysely'
import type { DB } from '../database/schema.ts'
import { OperatorError } from '../operator-error.ts'
import { maxPictureBytes } from './archive-format.ts'
import { decryptedBytes, encryptedBytes } from './encryption.ts'
import type { Place } from './places/place.ts'

/** What a backup and a restore need from the store of pictures, wherever it is. */
export type PictureTransfer = {
  /** The names of all pictures that a snapshot of the database knows. */
  list(snapshot: Kysely<DB>): AsyncIterable<string>
  /** Null where it is not there. */
  read(name: string): Promise<Buffer | null>
  /** Stores a picture, also in place of one of its name. Returns whether none of that name was there. */
  write(name: string, bytes: Buffer): Promise<boolean>
  /** With the folders that are empty then. */
  remove(names: string[]): Promise<void>
}

/** The folder of the pictures that archives share, each named by its hash. */
export const sharedPictures = 'pictures'
const encryptedEnd = '.age'
/** With the header, which names each recipient, and a tag for every 64 kB. */
const maxEncryptedBytes = maxPictureBytes + 1024 * 1024

const fileOf = (sha256: string) => `${sharedPictures}/${sha256.slice(0, 2)}/${sha256}`
const sumOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Stores pictures beside an archive. */
export type PicturesBeside = {
  /** Stores a picture unless it is there. Returns its SHA-256 in hex. */
  store(bytes: Buffer): Promise<string>
  /** The names of the files that were asked for by `store`, in the folder's folders. */
  needed: string[]
  /** How many bytes lie there that were stored before. */
  bytesBefore: number
}

/** Pictures beside the archives of a place, encrypted for `recipients` if there are any. */
export async function storePicturesBeside(place: Place, recipients: string[]): Promise<PicturesBeside> {
  const end = recipients.length > 0 ? encryptedEnd : ''
  const there = new Set<string>()
  let bytesBefore = 0
  for await (const { name, bytes } of place.list(sharedPictures)) {
    there.add(name)
    bytesBefore += bytes
  }
  const needed: string[] = []
  return {
    needed,
    bytesBefore,
    async store(bytes) {
      const sha256 = sumOf(bytes)
      const file = fileOf(sha256) + end
      if (!there.has(file)) await place.write(file, await encryptedBytes(bytes, recipients))
      there.add(file)
      needed.push(path.posix.basename(file))
      return sha256
    },
  }
}

/** Reads a picture beside an archive by its SHA-256. Throws OperatorError where it is not there as it was stored. */
export type ReadPictureBeside = (sha256: string) => Promise<Buffer>

/** Reads the pictures beside the archives of a place. `identityFile` is as for {@link decrypted}. */
export const readPicturesBeside =
  (place: Place, identityFile: string | undefined): ReadPictureBeside =>
  async (sha256) => {
    const file = fileOf(sha256)
    const stored =
      (await place.read(file, maxPictureBytes)) ?? (await place.read(file + encryptedEnd, maxEncryptedBytes))
    if (!stored)
      throw new OperatorError(
        `A picture of this archive is missing: ${place.title}/${file}. Its folder belongs beside the archive.`,
      )
    const bytes = await decryptedBytes(stored, identityFile)
    if (sumOf(bytes) !== sha256)
      throw new OperatorError(`A picture of this archive is damaged: ${place.title}/${file}.`)
    return bytes
  }
