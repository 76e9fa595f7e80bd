import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { access, open, readdir, rename, rm, statfs } from 'node:fs/promises'
import path from 'node:path'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { OperatorError } from '../operator-error.ts'

/** A file that exists only once it is complete. */
type ArchiveFile = {
  sink: Writable
  /** Resolves when everything was written into the file. */
  done: Promise<void>
  /** Gives the file its name; it survives a crash once this resolves. */
  complete(): Promise<void>
  /** Leaves nothing behind. */
  discard(): Promise<void>
}

/**
 * Begins an archive's file. Throws OperatorError where one of that name is there and may not be replaced, where its
 * folder cannot be written, and where the disk has less than `needed` bytes left.
 */
export async function createArchiveFile(
  file: string,
  { overwrite, needed }: { overwrite: boolean; needed: number },
): Promise<ArchiveFile> {
  const folder = path.dirname(file)
  if (!overwrite && (await isThere(file)))
    throw new OperatorError(`${file} is there already. Choose another name, or add --overwrite.`)
  await refuseFullDisk(folder, needed)
  await sweepParts(file)
  const part = `${file}${partMark}${process.pid}-${randomBytes(4).toString('hex')}`
  const sink = createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true })
  const done = finished(sink)
  // Who writes learns of it where they write.
  done.catch(() => {})
  await once(sink, 'open').catch((error: Error) => {
    throw new OperatorError(`Cannot write into ${folder}: ${error.message}`, { cause: error })
  })
  return {
    sink,
    done,
    complete: async () => {
      await done
      await rename(part, file)
      await flushFolder(folder)
    },
    discard: async () => {
      sink.destroy()
      await done.catch(() => {})
      await rm(part, { force: true })
    },
  }
}

const partMark = '.part-'

const isThere = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  )

async function refuseFullDisk(folder: string, needed: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder).catch((error: Error) => {
    throw new OperatorError(`Cannot write into ${folder}: ${error.message}`, { cause: error })
  })
  if (bavail * bsize < needed)
    throw new OperatorError(
      `The disk of ${folder} has ${inMegabytes(bavail * bsize)} left, and the archive may take ${inMegabytes(needed)}. ` +
        'Free some, or choose another folder.',
    )
}

const inMegabytes = (bytes: number) => `${Math.ceil(bytes / 1_000_000).toLocaleString('en-US')} MB`

/** Removes what killed runs have left of this file. */
async function sweepParts(file: string): Promise<void> {
  const start = path.basename(file) + partMark
  for (const name of await readdir(path.dirname(file))) {
    if (!name.startsWith(start)) continue
    const pid = Number.parseInt(name.slice(start.length), 10)
    if (!isRunning(pid)) await rm(path.join(path.dirname(file), name), { force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync()
  await handle.close()
}
