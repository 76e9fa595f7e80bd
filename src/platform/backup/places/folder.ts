import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { access, mkdir, open, readdir, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { finished } from 'node:stream/promises'
import { OperatorError } from '../../operator-error.ts'
import { type GrowingFile, type Place, refuseLarger, type Stored } from './place.ts'

/** A folder on a disk of this machine. Only the program's account can read what it writes there. */
export function folderPlace(folder: string): Place {
  const at = (name: string) => path.join(folder, name)
  return {
    title: folder,
    async prepare() {
      await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: Error) => {
        throw cannot('write into', folder, error)
      })
    },
    list: (below) => filesIn(folder, below),
    async read(name, maxBytes) {
      const file = at(name)
      const found = await stat(file).catch(nullWhereMissing(file))
      if (!found) return null
      refuseLarger(file, found.size, maxBytes)
      return readFile(file).catch(nullWhereMissing(file))
    },
    async open(name) {
      const file = at(name)
      const isMissing = await access(file).catch(nullWhereMissing(file))
      return isMissing === null ? null : createReadStream(file)
    },
    async write(name, bytes) {
      const file = at(name)
      // Renamed when complete, so that an interrupted run leaves no incomplete file of that name.
      const part = partOf(file)
      try {
        await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
        await writeFile(part, bytes, { flush: true, mode: 0o600 })
        await rename(part, file)
      } catch (error) {
        throw cannot('write', file, error as Error)
      }
    },
    begin: (name, options) => beginFile(at(name), options),
    async remove(names) {
      for (const name of names)
        await rm(at(name), { force: true }).catch((error: Error) => {
          throw cannot('remove', at(name), error)
        })
    },
  }
}

const partMark = '.part-'
const partOf = (file: string) => `${file}${partMark}${process.pid}-${randomBytes(4).toString('hex')}`

const cannot = (what: 'read' | 'write into' | 'write' | 'remove', at: string, error: Error) =>
  new OperatorError(`Cannot ${what} ${at}: ${error.message}`, { cause: error })

const nullWhereMissing = (at: string) => (error: NodeJS.ErrnoException) => {
  if (error.code === 'ENOENT') return null
  throw cannot('read', at, error)
}

async function* filesIn(folder: string, below: string | undefined): AsyncIterable<Stored> {
  const from = below === undefined ? folder : path.join(folder, below)
  const entries = await readdir(from, { withFileTypes: true, recursive: below !== undefined }).catch(
    nullWhereMissing(from),
  )
  for (const entry of entries ?? []) {
    if (!entry.isFile()) continue
    const file = path.join(entry.parentPath, entry.name)
    const found = await stat(file).catch(nullWhereMissing(file))
    // Another process may have removed it meanwhile.
    if (found) yield { name: path.relative(folder, file), bytes: found.size, changedAt: found.mtime }
  }
}

async function beginFile(
  file: string,
  { overwrite, needed }: { overwrite: boolean; needed: number },
): Promise<GrowingFile> {
  const folder = path.dirname(file)
  if (!overwrite && (await access(file).catch(nullWhereMissing(file))) !== null)
    throw new OperatorError(`${file} is there already. Choose another name, or add --overwrite.`)
  await refuseFullDisk(folder, needed)
  await sweepParts(file)
  const part = partOf(file)
  const sink = createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true })
  const done = finished(sink)
  // The writer gets this error from its next write.
  done.catch(() => {})
  await once(sink, 'open').catch((error: Error) => {
    throw cannot('write into', folder, error)
  })
  return {
    sink,
    done,
    complete: async () => {
      await done
      await rename(part, file)
      await flushFolder(folder)
      return (await stat(file)).size
    },
    discard: async () => {
      sink.destroy()
      await done.catch(() => {})
      await rm(part, { force: true })
    },
  }
}

async function refuseFullDisk(folder: string, needed: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder).catch((error: Error) => {
    throw cannot('write into', folder, error)
  })
  if (bavail * bsize < needed)
    throw new OperatorError(
      `The disk of ${folder} has ${inMegabytes(bavail * bsize)} left, and the archive may take ${inMegabytes(needed)}. ` +
        'Free some, or choose another folder.',
    )
}

const inMegabytes = (bytes: number) => `${Math.ceil(bytes / 1_000_000).toLocaleString('en-US')} MB`

/** Removes the parts of this file that killed runs have left. */
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
