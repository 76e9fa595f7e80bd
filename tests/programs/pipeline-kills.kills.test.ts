import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { earningsChecks } from '../../src/earnings/index.ts'
import { orderChecks } from '../../src/orders/index.ts'
import { reportText } from '../../src/orders/testing/report-text.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { type Database, openDatabase } from '../../src/platform/database/database.ts'
import { startDatabaseServer } from '../../src/platform/database/server.ts'
import { verify } from '../../src/platform/verification.ts'
import { setRole, signUpAt } from '../harness/people.ts'
import { type FolioProcess, startFolio } from '../harness/process.ts'

const orders = 6_000
const longestLifeMs = 700

it('a report is imported, matched and posted once, though each step is killed at a random moment (docs/product/reports.md#runs)', {
  timeout: 240_000,
}, async () => {
  const scene = await setScene()
  const links = await scene.publishProducts(3)
  const order = (n: number) => ({
    order_item_id: `order-${n}`,
    sub_tag: links[n % 4] ?? '',
    commission_amount: (1 + (n % 700) / 100).toFixed(2),
    order_status: n % 9 === 0 ? 'returned' : 'shipped',
  })
  const rows = Array.from({ length: orders }, (_, n) => order(n))
  const owed = rows.filter(({ sub_tag, order_status }) => sub_tag && order_status === 'shipped')

  const imported = await scene.call('POST', 'imports?apply=true', reportText(rows))
  await scene.kill()
  await scene.until(`imports/${imported.id}`, 'merged')
  for (const kind of ['match', 'calculate']) {
    const { id } = await scene.call('POST', 'runs', JSON.stringify({ kind }))
    await scene.kill()
    await scene.until(`runs/${id}`, 'done')
  }

  const again = await scene.call('POST', 'runs', JSON.stringify({ kind: 'calculate' }))
  expect(await scene.until(`runs/${again.id}`, 'done')).toMatchObject({ results: { processed: 0 } })
  const { database, context } = scene
  const found = await database.pool.query(
    `select (select count(*) from amazon_orders) as orders, count(*) as entries,
         sum(gross_commission_cents) as cents from earnings_ledger`,
  )
  const cents = owed.reduce((sum, row) => sum + Math.round(100 * Number(row.commission_amount)), 0)
  expect(found.rows).toEqual([{ orders, entries: owed.length, cents: String(cents) }])
  const lines: string[] = []
  expect(
    await verify(context, [earningsChecks, orderChecks], (line) => lines.push(line)),
    lines.join('\n'),
  ).toBe(0)
})

/** The program on a folder of its own, with an admin; and a connection to its database. */
async function setScene() {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'folio-pipeline-'))
  let folio: FolioProcess = await startFolio(dataDir)
  let database = await connect(dataDir)
  onTestFinished(async () => {
    await database.close()
    await folio.end('SIGTERM')
    rmSync(dataDir, { recursive: true, force: true })
  })
  const { access_token: token, user } = await signUpAt(folio.url)
  await setRole({ database }, user, 'admin')

  const ask = async (method: string, target: string, type: string, body?: string) => {
    const response = await fetch(folio.url + target, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': type }) },
      ...(body && { body }),
    })
    if (!response.ok) throw new Error(`${target} answered ${response.status}: ${await response.text()}`)
    return response.json()
  }
  const call = (method: string, target: string, body?: string) =>
    ask(
      method,
      `/api/v1/admin/${target}`,
      target.startsWith('imports') ? 'text/csv' : 'application/json',
      body,
    )

  return {
    get database() {
      return database
    },
    get context() {
      return { db: database.db, clock: systemClock, actor: null }
    },
    call,
    /** Publishes products and returns their short links. */
    publishProducts: (count: number): Promise<string[]> =>
      Promise.all(
        Array.from({ length: count }, async (_, n) => {
          const item = {
            amazon_url: `https://amazon.com/dp/B0KILL000${n}`,
            title: 'A mug',
            category_id: null,
          }
          return (await ask('POST', '/api/v1/products', 'application/json', JSON.stringify(item)))
            .short_link_id
        }),
      ),
    /** Kills the program, and with it its database, at a random moment from now on; then starts it again. */
    kill: async () => {
      await wait(Math.random() * longestLifeMs)
      await database.close()
      await folio.end('SIGKILL')
      folio = await startFolio(dataDir)
      database = await connect(dataDir)
      // Otherwise the test would wait for the dead process's lease to run out.
      await database.pool.query(`update order_runs set lease_until = '-infinity' where state = 'running'`)
    },
    until: (target: string, state: string) =>
      vi.waitUntil(
        async () => {
          const found = await call('GET', target)
          if (found.error) throw new Error(found.error.message)
          return found.state === state && found
        },
        { timeout: 60_000, interval: 100 },
      ),
  }
}

/** A second process at the embedded database. */
async function connect(dataDir: string): Promise<Database> {
  const { address } = await startDatabaseServer({ databaseUrl: undefined, dataDir }, () => undefined)
  return openDatabase(address)
}
