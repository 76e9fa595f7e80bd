import path from 'node:path'
import pg from 'pg'
import { expect, inject, it, onTestFinished } from 'vitest'
import { startTestApp } from '../../../../tests/harness/app.ts'
import { emptyDatabase, newFolder, signing, trusted } from '../../../../tests/harness/empty-installation.ts'
import { signUpAdmin } from '../../../../tests/harness/people.ts'
import { runCommand } from '../../../../tests/harness/process.ts'
import { foldClicks, retireClicks } from '../../../clicks/maintenance.ts'
import { importsOf } from '../../../orders/imports/testing/stage.ts'
import { reportText } from '../../../orders/testing/report-text.ts'
import { openDatabase } from '../database.ts'
import { prepareDatabase } from '../migrate.ts'
import { readRights } from './rights.ts'

// Two accounts, neither of which is a superuser (docs/operating.md#two-accounts).

/** An empty database of one account, and another account for the app, as an operator makes them on a managed server. */
async function managed() {
  const admin = new pg.Client({ ...inject('server'), database: 'postgres' })
  await admin.connect()
  const made: string[] = []
  onTestFinished(async () => {
    for (const name of made) await admin.query(`drop role ${name}`)
    await admin.end()
  })
  const { address: owner } = await emptyDatabase()
  const name = `${owner.user}_app`
  await admin.query(`create role ${name} login`)
  made.push(name)
  return { owner, address: { ...owner, user: name } }
}

const urlOf = ({ host, port, user, database }: Awaited<ReturnType<typeof managed>>['owner']) =>
  `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`

it('a managed database of two ordinary accounts serves from empty on, and is restored into another', async () => {
  const { owner, address } = await managed()
  await prepareDatabase({ owner, address })
  const opened = openDatabase(address, { max: 8 })
  const asOwner = openDatabase(owner, { max: 2 })
  onTestFinished(async () => void (await Promise.all([opened.close(), asOwner.close()])))
  expect((await readRights(opened.pool, address.user)).deviations).toEqual([])
  const app = await startTestApp({
    jobs: true,
    database: { ...opened, address, owner: { ...asOwner, address: owner } },
  })
  onTestFinished(() => app.close())

  const admin = await signUpAdmin(app)
  const imports = importsOf(app, admin)
  const staged = await imports.add(reportText([{ order_item_id: 'a-1' }]))
  expect(staged).toMatchObject({ state: 'staged', total: 1 })
  expect(await imports.merge(staged.id)).toMatchObject({ state: 'merged', imported: 1 })
  const context = { db: opened.db, actor: null, clock: app.clock.now }
  const partitions = async () =>
    (await opened.pool.query(`select from pg_inherits where inhparent = 'clicks'::regclass`))
      .rowCount as number
  const before = await partitions()
  app.clock.advance(5 * 366 * 24 * 3_600_000)
  await foldClicks(context)
  expect((await retireClicks(context, { retentionDays: 400 })).months).toBeGreaterThan(0)
  expect(await partitions()).toBeLessThan(before)

  const env = { DATABASE_OWNER_URL: urlOf(owner), DATA_DIR: newFolder(), ...signing }
  const file = path.join(newFolder(), 'folio.tar')
  const verified = await runCommand('verify', { address }, [], env)
  expect(verified).toMatchObject({ code: 0, out: expect.stringMatching(/^ok .* can add to the ledger/m) })
  expect(await runCommand('backup', { address }, [file], env)).toMatchObject({ code: 0 })

  const other = await managed()
  const elsewhere = { DATABASE_OWNER_URL: urlOf(other.owner), DATA_DIR: newFolder() }
  const restored = await runCommand('restore', other, [file, ...trusted], elsewhere)
  expect(restored, restored.err).toMatchObject({ code: 0 })
  const there = openDatabase(other.address, { max: 1 })
  onTestFinished(() => there.close())
  expect((await readRights(there.pool, other.address.user)).deviations).toEqual([])
  expect((await there.pool.query('select from amazon_orders')).rowCount).toBe(1)
}, 180_000)
