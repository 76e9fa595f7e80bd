import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { dayMs } from '../../shared/time.ts'
import { OperatorError } from '../operator-error.ts'
import type { PicturesFolder } from './pictures.ts'

/** An archive that the schedule has made. */
export type StoredArchive = { file: string; madeAt: Date }

const namePattern = /^folio-(\d{4}-\d{2}-\d{2})T(\d{2})(\d{2})(\d{2})Z\.tar$/

/** Where the schedule puts an archive of this moment. */
export const archiveName = (folder: string, at: Date): string =>
  path.join(folder, `folio-${at.toISOString().slice(0, 19).replaceAll(':', '')}Z.tar`)

/** The archives of the schedule in a folder, newest first; none where the folder is not there. */
export async function listArchives(folder: string): Promise<StoredArchive[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names
    .sort()
    .reverse()
    .flatMap((name) => {
      const [, day, hours, minutes, seconds] = namePattern.exec(name) ?? []
      return day
        ? [{ file: path.join(folder, name), madeAt: new Date(`${day}T${hours}:${minutes}:${seconds}Z`) }]
        : []
    })
}

/** The pictures beside the archives of a folder. */
export function picturesBeside(folder: string): PicturesFolder {
  return {
    async store(bytes) {
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      const file = fileOf(folder, sha256)
      if ((await sizeOf(file)) === bytes.length) return sha256
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
      // Renamed when complete, so that an interrupted run leaves no half of one.
      const part = `${file}.part-${randomUUID()}`
      await writeFile(part, bytes, { flush: true, mode: 0o600 })
      await rename(part, file)
      return sha256
    },
    async read(sha256) {
      const file = fileOf(folder, sha256)
      const bytes = await readFile(file).catch(() => {
        throw new OperatorError(
          `A picture of this archive is missing: ${file}. Its folder belongs beside the archive.`,
        )
      })
      if (createHash('sha256').update(bytes).digest('hex') !== sha256)
        throw new OperatorError(`A picture of this archive is damaged: ${file}.`)
      return bytes
    },
  }
}

const picturesOf = (folder: string) => path.join(folder, 'pictures')
const fileOf = (folder: string, sha256: string) => path.join(picturesOf(folder), sha256.slice(0, 2), sha256)
const sizeOf = (file: string) =>
  stat(file).then(
    ({ size }) => size,
    () => null,
  )

const receiptSchema = z.object({
  made_at: z.iso.datetime(),
  restored_at: z.iso.datetime(),
  verified: z.boolean(),
})

/** That an archive was restored somewhere, and whether everything was right then. */
export type Receipt = z.output<typeof receiptSchema>

const receiptEnd = '.restored.json'

/** Notes beside an archive that it was restored; not where its folder cannot be written. */
export async function noteRestored(file: string, found: Omit<Receipt, 'restored_at'>): Promise<void> {
  const receipt: Receipt = { ...found, restored_at: new Date().toISOString() }
  await writeFile(file + receiptEnd, `${JSON.stringify(receipt)}\n`, { mode: 0o600 }).catch(() => {})
}

/** What was restored of the archives of a folder, the last first. */
export async function readReceipts(folder: string): Promise<Receipt[]> {
  const names = await readdir(folder).catch(() => [])
  const receipts: Receipt[] = []
  for (const name of names) {
    if (!name.endsWith(receiptEnd)) continue
    const parsed = receiptSchema.safeParse(JSON.parse(await readFile(path.join(folder, name), 'utf8')))
    if (parsed.success) receipts.push(parsed.data)
  }
  return receipts.sort((a, b) => b.restored_at.localeCompare(a.restored_at))
}

/** Which pictures an archive needs, in a file of its own beside it, so that nobody has to read the archive for it. */
const listOf = (file: string) => `${file}.pictures`

/** Notes which pictures an archive needs, before it is complete. */
export const notePictures = (file: string, sums: string[]): Promise<void> =>
  writeFile(listOf(file), sums.map((sum) => `${sum}\n`).join(''), { flush: true, mode: 0o600 })

/**
 * Removes all archives but the newest `keep`, and the pictures that none of those needs. A picture stays for a day,
 * since an archive that is being written may need it.
 */
export async function pruneArchives(folder: string, keep: number, now: Date): Promise<void> {
  const archives = await listArchives(folder)
  for (const { file } of archives.slice(keep)) {
    await rm(file, { force: true })
    await rm(listOf(file), { force: true })
  }
  const needed = new Set<string>()
  for (const { file } of archives.slice(0, keep))
    for (const sum of (await readFile(listOf(file), 'utf8')).split('\n')) needed.add(sum)
  const before = now.getTime() - dayMs
  for (const group of await readdir(picturesOf(folder)).catch(() => [])) {
    const groupFolder = path.join(picturesOf(folder), group)
    for (const name of await readdir(groupFolder)) {
      const file = path.join(groupFolder, name)
      if (!needed.has(name) && (await stat(file)).mtimeMs < before) await rm(file, { force: true })
    }
  }
}
