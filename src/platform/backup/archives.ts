import path from 'node:path'
import { z } from 'zod'
import { dayMs } from '../../shared/time.ts'
import { sharedPictures } from './pictures.ts'
import type { Place } from './places/place.ts'

/** An archive made by the schedule, by its name at its place. */
export type StoredArchive = { name: string; madeAt: Date; bytes: number }

const namePattern = /^folio-(\d{4}-\d{2}-\d{2})T(\d{2})(\d{2})(\d{2})Z\.tar(\.age)?$/

/** The schedule's name for an archive of this moment. */
export const archiveName = (at: Date, isEncrypted: boolean): string =>
  `folio-${at.toISOString().slice(0, 19).replaceAll(':', '')}Z.tar${isEncrypted ? '.age' : ''}`

/** The archives of a place and the notes beside them. */
export type Archives = {
  /** The schedule's archives, newest first. */
  archives: StoredArchive[]
  /** The restores of them, the last first. */
  receipts: Receipt[]
}

/** Reads which archives a place has; none if the place does not exist. Throws OperatorError if it cannot be read. */
export async function readArchives(place: Place): Promise<Archives> {
  const archives: StoredArchive[] = []
  const receipts: Receipt[] = []
  for await (const { name, bytes } of place.list()) {
    const [, day, hours, minutes, seconds] = namePattern.exec(name) ?? []
    if (day) archives.push({ name, bytes, madeAt: new Date(`${day}T${hours}:${minutes}:${seconds}Z`) })
    if (!name.endsWith(receiptEnd)) continue
    const receipt = parseReceipt((await place.read(name, maxReceiptBytes))?.toString())
    if (receipt) receipts.push(receipt)
  }
  return {
    archives: archives.sort((a, b) => b.madeAt.getTime() - a.madeAt.getTime()),
    receipts: receipts.sort((a, b) => b.restored_at.localeCompare(a.restored_at)),
  }
}

const receiptSchema = z.object({
  made_at: z.iso.datetime(),
  restored_at: z.iso.datetime(),
  verified: z.boolean(),
})

/** The note that an archive was restored somewhere, and whether it was intact then. */
export type Receipt = z.output<typeof receiptSchema>

const receiptEnd = '.restored.json'
const maxReceiptBytes = 10_000

/** Null for other content. */
function parseReceipt(text: string | undefined): Receipt | null {
  try {
    return receiptSchema.parse(JSON.parse(text ?? 'null'))
  } catch {
    return null
  }
}

/** Records beside an archive that it was restored, unless its place cannot be written. */
export async function noteRestored(
  place: Place,
  archive: string,
  found: Omit<Receipt, 'restored_at'>,
): Promise<void> {
  const receipt: Receipt = { ...found, restored_at: new Date().toISOString() }
  await place.write(archive + receiptEnd, Buffer.from(`${JSON.stringify(receipt)}\n`)).catch(() => {})
}

/**
 * The list of pictures that an archive needs is a file of its own beside it, so that nobody has to read the archive for
 * it.
 */
const listOf = (archive: string) => `${archive}.pictures`
/** Enough for more than a million pictures. */
const maxListBytes = 128 * 1024 * 1024

/** Records which of the pictures beside it an archive needs, before it is complete. */
export const notePictures = (place: Place, archive: string, files: string[]): Promise<void> =>
  place.write(listOf(archive), Buffer.from(files.map((file) => `${file}\n`).join('')))

/** Removes an archive; pictures that only it needed go with the next pruning. */
export const removeArchive = (place: Place, name: string): Promise<void> => place.remove([name, listOf(name)])

/**
 * Removes all archives but the newest `keep`, and the pictures that none of those needs. A picture stays for at least a
 * day, since an archive that is being written may need it.
 */
export async function pruneArchives(place: Place, keep: number, now: Date): Promise<void> {
  const { archives } = await readArchives(place)
  const old = archives.slice(keep).map(({ name }) => name)
  await place.remove([...old, ...old.map(listOf)])
  const needed = new Set<string>()
  for (const { name } of archives.slice(0, keep)) {
    const list = await place.read(listOf(name), maxListBytes)
    // Nobody knows which pictures it needs, so all stay until it is removed.
    if (!list) return
    for (const file of list.toString().split('\n')) needed.add(file)
  }
  const before = now.getTime() - dayMs
  const unneeded: string[] = []
  for await (const { name, changedAt } of place.list(sharedPictures))
    if (!needed.has(path.posix.basename(name)) && changedAt.getTime() < before) unneeded.push(name)
  await place.remove(unneeded)
}
