import { randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** The folder of the keys that no database holds; archives with keys include all of them (docs/backup.md). */
export const keysFolder = (dataDir: string): string => path.join(dataDir, 'keys')

/** The bytes of a key's file, or null if there is none. */
export async function readKeyFile(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Writes a key's file, readable by its owner alone, unless one exists: of two written at once one counts. */
export async function addKeyFile(file: string, key: Buffer): Promise<void> {
  const folder = path.dirname(file)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // Its name appears only when all of its bytes are there, so that nobody reads an incomplete key.
  const whole = path.join(folder, `${randomUUID()}.new`)
  await writeFile(whole, key, { mode: 0o600, flush: true })
  try {
    await link(whole, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(whole)
  }
}

/** Every key in a folder, by the name of its file; none if there is no such folder. */
export async function readKeyFiles(folder: string): Promise<{ file: string; key: Buffer }[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const files = names.filter((name) => name.endsWith('.key')).sort()
  return Promise.all(files.map(async (file) => ({ file, key: await readFile(path.join(folder, file)) })))
}

/** The 32 bytes of a key's file, which is made if it is missing. */
export async function readOrMakeKeyFile(file: string): Promise<Buffer> {
  const key = await readKeyFile(file)
  if (key) return key
  await addKeyFile(file, randomBytes(32))
  return readOrMakeKeyFile(file)
}
