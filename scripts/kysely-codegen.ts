import { createRequire } from 'node:module'
import path from 'node:path'

type Address = { host: string; port: number; user: string; database: string }

const projectDir = path.resolve(import.meta.dirname, '..')

/**
 * Node's arguments for a run of kysely-codegen on a database behind a unix socket, with the project's settings.
 * It writes the schema's types to their file, or to `outFile`.
 */
export function codegenArguments(address: Address, outFile?: string): string[] {
  const program = createRequire(import.meta.url).resolve('kysely-codegen/dist/cli/bin.js')
  const { host, port, user, database } = address
  const url = `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
  const config = path.join(projectDir, '.kysely-codegenrc.json')
  const out = outFile ?? path.join(projectDir, 'src/platform/database/schema.ts')
  return [program, '--config-file', config, '--url', url, '--out-file', out]
}
