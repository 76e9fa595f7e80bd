import { expect, it, onTestFinished, vi } from 'vitest'
import { listenForChanges } from '../../pages/cache/invalidation.ts'
import { createLog } from '../log.ts'
import { startReplicas } from '../postgres/testing/replicas.ts'
import { connectAtStart } from './connect.ts'
import { openDatabase } from './database.ts'
import { migrate } from './migrate.ts'
import { startDatabaseServer } from './server.ts'

/** Connects again until it is answered. */
const nameOf = (address: Awaited<ReturnType<typeof open>>['address']) => async () => {
  const client = await connectAtStart(address)
  const { rows } = await client.query<{ port: number; standby: boolean }>(
    `select current_setting('port')::int as port, pg_is_in_recovery() as standby`,
  )
  await client.end()
  return rows[0]
}

async function open(databaseUrl: string) {
  const { address } = await startDatabaseServer({ databaseUrl, dataDir: '/nowhere' }, () => {})
  const database = openDatabase(address, { max: 3 })
  return { address, database }
}

it('of several servers everything reaches the one that takes changes, also after another was promoted (decision 91)', async () => {
  const replicas = await startReplicas({ standbys: 2 })
  onTestFinished(() => replicas.stop())
  const [primary, first, second] = replicas.all as [typeof replicas.primary, ...typeof replicas.all]
  if (!first || !second) throw new Error('There are two standbys.')
  const { address, database } = await open(replicas.urlOf([first, primary, second]))
  onTestFinished(() => database.close())
  const { pool } = database
  await pool.query('create table notes (at text)')
  await pool.query(`insert into notes values ('before')`)
  const found = nameOf(address)
  expect(await found()).toEqual({ port: primary.port, standby: false })

  await replicas.kill(primary)
  const promoted = await replicas.promote([first, second])
  await expect
    .poll(() => pool.query(`insert into notes values ('after')`).then(() => 'done', String))
    .toBe('done')
  expect((await pool.query('select at from notes')).rows.map(({ at }) => at)).toContain('before')
  expect(await found()).toEqual({ port: promoted.port, standby: false })

  // The old one comes back as it was: it would take changes, but is not asked.
  await replicas.start(primary)
  const { address: again, database: later } = await open(replicas.urlOf([primary, first, second]))
  onTestFinished(() => later.close())
  expect(await nameOf(again)()).toEqual({ port: promoted.port, standby: false })
})

it('a server that goes on as if it led, after another was promoted, is left by whoever reads, waits and listens there (decision 139)', async () => {
  const replicas = await startReplicas({ standbys: 2 })
  onTestFinished(() => replicas.stop())
  const [primary, first, second] = replicas.all as [typeof replicas.primary, ...typeof replicas.all]
  if (!first || !second) throw new Error('There are two standbys.')
  const { address, database } = await open(replicas.urlOf(replicas.all))
  onTestFinished(() => database.close())
  const cache = { invalidate: vi.fn(), clear: vi.fn(), distrust: vi.fn() }
  const pace = { beatMs: 100, silentMs: 5_000 }
  const listening = listenForChanges(address, cache, createLog('silent'), pace)
  onTestFinished(() => listening.stop())
  await listening.ready
  const port = async () =>
    (await database.pool.query(`select current_setting('port')::int as port`)).rows[0].port
  expect(await port()).toBe(primary.port)
  // As statements to a server that has gone silent.
  const waiting = database.pool.query('select pg_sleep(25)').then(() => 'answered', String)

  const promoted = await replicas.promote([first, second])
  expect(await waiting).toBe('Error: Connection terminated unexpectedly')
  const heard = async () => {
    await replicas.ask(promoted, `notify page_changed, 'a page'`, 'folio')
    return cache.invalidate.mock.calls.length > 0
  }
  await expect.poll(heard).toBe(true)
  expect(cache.distrust).toHaveBeenCalledOnce()
  await expect.poll(port).toBe(promoted.port)
})

it('of several servers that hold different databases none is chosen, nor another than the one that was found (decision 91)', async () => {
  const [one, other] = await Promise.all([
    startReplicas({ standbys: 0, synchronous: false }),
    startReplicas({ standbys: 0, synchronous: false }),
  ])
  for (const { stop } of [one, other]) onTestFinished(stop)
  const named = [one.primary, other.primary].map(({ port }) => `127.0.0.1:${port}`)
  const { address, database } = await open(one.urlOf([one.primary, other.primary]))
  onTestFinished(() => database.close())
  await expect(connectAtStart(address)).rejects.toThrow(/both accept changes, but hold different databases/)
  for (const name of named) await expect(connectAtStart(address)).rejects.toThrow(name)

  await other.kill(other.primary)
  const found = nameOf(address)
  expect(await found()).toEqual({ port: one.primary.port, standby: false })
  await one.kill(one.primary)
  await other.start(other.primary)
  const answer = () => database.pool.query('select 1').then(() => 'answered', String)
  await expect
    .poll(answer)
    .toBe(`Error: No server of DATABASE_URL accepts changes: ${named[1]} does, but holds another database`)
  await one.start(one.primary)
  await expect.poll(answer).toBe('answered')
  expect(await found()).toEqual({ port: one.primary.port, standby: false })
})

it('a start at a standby alone is refused, and says what to do', async () => {
  const replicas = await startReplicas({ standbys: 1, synchronous: false })
  onTestFinished(() => replicas.stop())
  const [, standby] = replicas.all as [typeof replicas.primary, typeof replicas.primary]
  const { address } = await startDatabaseServer(
    { databaseUrl: replicas.urlOf([standby]), dataDir: '/nowhere' },
    () => {},
  )
  await expect(migrate(address)).rejects.toThrow(
    `The database folio at 127.0.0.1:${standby.port} follows another server and accepts no changes. ` +
      'Point DATABASE_URL to the one that does, or name both in it.',
  )
})
