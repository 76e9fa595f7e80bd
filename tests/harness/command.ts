import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import type { TestDatabase } from './database.ts'

const projectDir = path.resolve(import.meta.dirname, '../..')

/** Runs an operator's command, such as `admin`, on a test's database; resolves with its exit code and what it printed. */
export async function runCommand(
  name: 'admin' | 'verify',
  { address }: Pick<TestDatabase, 'address'>,
  args: string[] = [],
  env: Record<string, string> = {},
) {
  const { host, port, user, database } = address
  const url = `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
  const child = spawn(process.execPath, [path.join(projectDir, `src/${name}.ts`), ...args], {
    env: { ...process.env, DATABASE_URL: url, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: code as number, out, err }
}
