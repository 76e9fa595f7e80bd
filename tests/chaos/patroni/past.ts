import { spawn } from 'node:child_process'
import { appendFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { asAccount, runAs } from '../../../src/platform/postgres/account.ts'
import { askOnce, freePort } from '../../../src/platform/postgres/testing/replicas.ts'
import { runCommand } from '../../harness/process.ts'
import { asSuperuser, type Cluster, kill, portOf, until } from './cluster.ts'
import { passwordOf, settingsOfPast } from './guide.ts'
import type { Programs } from './programs.ts'

/** A moment, a product from before it, and one from after it. */
export type Past = { id: string; later: string; moment: string }

/** Copies the leader's data, as the guide tells. Returns the copy's folder. */
export async function copyNow({ postgres }: Programs, { base, account, untilLed }: Cluster): Promise<string> {
  const { addresses } = await untilLed()
  const copy = path.join(base, 'copy')
  const login = `host=127.0.0.1 port=${portOf(addresses.database)} user=replicator password=${passwordOf('replicator')}`
  await runAs(account, path.join(postgres, 'pg_basebackup'), ['-d', login, '-D', copy, '--checkpoint=fast'])
  return copy
}

/** Restores the copy to the moment by the archive, and proves it. Returns what was found. */
export async function restoreTo(
  past: Past,
  copy: string,
  { postgres }: Programs,
  cluster: Cluster,
): Promise<string> {
  await untilArchived(cluster)
  appendFileSync(path.join(copy, 'postgresql.auto.conf'), settingsOfPast(past.moment, cluster.archive))
  writeFileSync(path.join(copy, 'recovery.signal'), '')
  const port = await freePort()
  const at = [
    '-c',
    `port=${port}`,
    '-c',
    'listen_addresses=127.0.0.1',
    '-c',
    `unix_socket_directories=${cluster.base}`,
  ]
  const server = spawn(path.join(postgres, 'postgres'), ['-D', copy, ...at], {
    ...asAccount(cluster.account),
    stdio: 'ignore',
  })
  const connectionString = `postgresql://folio:folio@127.0.0.1:${port}/folio`
  try {
    await until('the restored server took no changes', async () => {
      if (server.exitCode !== null) throw new Error('The restored server has ended.')
      const [row] = await askOnce<{ is: boolean }>(
        { connectionString },
        'select not pg_is_in_recovery() as is',
      ).catch(() => [])
      return row?.is || undefined
    })
    const found = await askOnce<{ id: string }>(
      { connectionString },
      `select id from products where id in ('${past.id}', '${past.later}')`,
    )
    if (found.map(({ id }) => id).join() !== past.id)
      throw new Error(
        `Of a product before ${past.moment} and one after it these are there: ${JSON.stringify(found)}`,
      )
    const { code, out } = await runCommand('verify', { dataDir: cluster.base }, [], {
      DATABASE_URL: connectionString,
    })
    if (code !== 0) throw new Error(`Restored, \`npm run verify\` says:\n${out}`)
    const lines = out.trim().split('\n')
    return (
      `what was published before ${past.moment} is there and what came later is not; \`npm run verify\` says ` +
      `${lines.length} lines, the last ‘${lines.at(-1)}’;`
    )
  } finally {
    await kill(server)
  }
}

/** The leader has handed over all that is written until now. */
async function untilArchived({ untilLed }: Cluster): Promise<void> {
  const one = await untilLed()
  const [at] = await asSuperuser<{ file: string }>(one, 'select pg_walfile_name(pg_switch_wal()) as file')
  await until('the log was not archived', async () => {
    const [row] = await asSuperuser<{ last: string | null }>(
      one,
      'select last_archived_wal as last from pg_stat_archiver',
    )
    return (row?.last ?? '') >= (at?.file ?? '') || undefined
  })
}
