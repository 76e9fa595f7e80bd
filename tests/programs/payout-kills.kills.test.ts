import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { earningsChecks } from '../../src/earnings/index.ts'
import { post } from '../../src/earnings/testing/ledger.ts'
import { createPayoutKey, payoutChecks } from '../../src/payouts/index.ts'
import { ageDetails } from '../../src/payouts/testing/age-details.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { type Database, openDatabase } from '../../src/platform/database/database.ts'
import { startDatabaseServer } from '../../src/platform/database/server.ts'
import { verify } from '../../src/platform/verification.ts'
import { startFakeSmtp } from '../fakes/smtp.ts'
import { setRole, signUpAt } from '../harness/people.ts'
import { type FolioProcess, fetchPatiently, startFolio } from '../harness/process.ts'

const longestLifeMs = 700
const secret = Buffer.alloc(32, 9)
const options = { reportTimeZone: 'America/Los_Angeles' }

it('a payout run is booked once, though each step is asked for by two admins and killed at a random moment (docs/product/payouts.md#payout-runs)', {
  timeout: 300_000,
}, async () => {
  const scene = await setScene()
  const creators = [await scene.creator(1), await scene.creator(2), await scene.creator(3)]
  const { ask, both, kill } = scene
  const runs = async () => (await ask(0, 'GET', 'payout-runs')).body.items

  await kill(() => both('POST', 'payout-runs', { total: 120 }))
  if ((await runs()).length === 0) await both('POST', 'payout-runs', { total: 120 })
  const [run, ...others] = await runs()
  expect([run.state, run.lines, others]).toEqual(['draft', 3, []])
  const own = `payout-runs/${run.id}`
  const now = async () => (await ask(0, 'GET', own)).body
  const lines = async () => (await ask(0, 'GET', `${own}/lines`)).body.items

  await kill(() => both('POST', `${own}/approve`))
  if ((await now()).state === 'draft') await both('POST', `${own}/approve`)
  expect(await now()).toMatchObject({ state: 'approved', states: { approved: 3 } })

  const [file] = (await now()).files
  const fetchIt = () => ask(0, 'POST', `payout-files/${file.id}/fetch`, { again: true })
  const { text } = (await fetchIt()).body
  await kill(fetchIt)
  expect((await fetchIt()).body.text).toBe(text)

  await kill(() => both('POST', `${own}/sent`))
  await both('POST', `${own}/sent`)
  expect((await now()).states).toEqual({ sent: 3 })

  const [paid, failed, open] = (await lines()).map(({ reference }: { reference: string }) => reference)
  const results = ['Status,Customer ID', `Completed,${paid}`, `Denied,${failed}`, `Unclaimed,${open}`].join(
    '\n',
  )
  await kill(() => both('POST', `${own}/results`, { text: results, confirm: true }))
  await both('POST', `${own}/results`, { text: results, confirm: true })
  await both('POST', `${own}/results`, { text: results, confirm: true })
  expect((await lines()).map(({ state }: { state: string }) => state)).toEqual(['paid', 'failed', 'sent'])

  const { rows } = await scene.database.pool.query(
    `select payee_id, array_agg(user_amount_cents::int order by sequence) as cents from earnings_ledger
     where order_item_id is null group by payee_id order by payee_id`,
  )
  const [first, second, third] = creators.map(({ payeeId }) => payeeId).sort()
  expect(rows).toEqual([
    { payee_id: first, cents: [-4_000] },
    { payee_id: second, cents: [-4_000, 4_000] },
    { payee_id: third, cents: [-4_000] },
  ])
  const told = creators.filter(({ payeeId }) => payeeId !== third)
  for (const { email } of told) await scene.smtp.mailTo(email)
  const found: string[] = []
  const key = createPayoutKey({ dataDir: '', payouts: { key: secret, minimumCents: 1_000 } })
  const context = { db: scene.database.db, clock: systemClock, actor: null }
  const checks = [earningsChecks, payoutChecks({ key, ...options })]
  expect(await verify(context, checks, (line) => found.push(line)), found.join('\n')).toBe(0)
})

/** The program on a folder of its own, with two admins and a mail server; and a connection to its database. */
async function setScene() {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'folio-payouts-'))
  const smtp = await startFakeSmtp()
  const env = { PAYOUT_KEY: secret.toString('base64'), SMTP_URL: smtp.url }
  let folio: FolioProcess = await startFolio(dataDir, env)
  let database = await connect(dataDir)
  onTestFinished(async () => {
    await database.close()
    await folio.end('SIGTERM')
    await smtp.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const admins = [await signUpAt(folio.url), await signUpAt(folio.url)]
  for (const { user } of admins) await setRole({ database }, user, 'admin')
  const box = await createPayoutKey({ dataDir: '', payouts: { key: secret, minimumCents: 1_000 } }).make(
    database.db,
  )

  const ask = async (admin: number, method: string, target: string, body?: object) => {
    const response = await fetchPatiently(`${folio.url}/api/v1/admin/${target}`, {
      method,
      headers: {
        authorization: `Bearer ${admins[admin]?.access_token}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: await response.json() }
  }

  return {
    smtp,
    get database() {
      return database
    },
    ask,
    /** The same from both admins at once; who may not or comes second is refused, and nothing fails. */
    both: async (method: string, target: string, body?: object) => {
      const answers = await Promise.all([0, 1].map((admin) => ask(admin, method, target, body)))
      for (const { status } of answers) expect([200, 201, 403, 409]).toContain(status)
    },
    /** Somebody who is due 40 dollars. */
    creator: async (n: number) => {
      const { user } = await signUpAt(folio.url)
      const { pool } = database
      await pool.query('update users set email_verified_at = now() where id = $1', [user.id])
      const { rows } = await pool.query('select id from payees where user_id = $1', [user.id])
      const payeeId: string = rows[0].id
      await post({ database }, { payeeId }, [{ gross: 5_000, at: new Date(), availableOn: '2020-01-01' }])
      const account = { account: `${n}@pay.example`, legal_name: 'Maya Okafor', country: 'DE' }
      await pool.query(
        `insert into payout_details (payee_id, method, sealed, key_mark, account_mark) values ($1, 'paypal', $2, $3, $4)`,
        [payeeId, box.seal(account, payeeId), box.keyMark, box.accountMark('paypal', account.account)],
      )
      const owner = await connect(dataDir, 'owner')
      await ageDetails({ owner }, 8, payeeId)
      await owner.close()
      return { payeeId, email: user.email }
    },
    /** Kills the program, and with it its database, at a random moment of what it is asked; then starts it again. */
    kill: async (act: () => Promise<unknown>) => {
      // An answer may be lost with the process.
      const asked = act().catch((error: unknown) => {
        if (!(error instanceof TypeError)) throw error
      })
      await wait(Math.random() * longestLifeMs)
      await database.close()
      await folio.end('SIGKILL')
      await asked
      folio = await startFolio(dataDir, env)
      database = await connect(dataDir)
    },
  }
}

/** A second process at the embedded database. */
async function connect(dataDir: string, as: 'app' | 'owner' = 'app'): Promise<Database> {
  const { address, owner = address } = await startDatabaseServer(
    { databaseUrl: undefined, dataDir },
    () => undefined,
  )
  return openDatabase(as === 'owner' ? owner : address)
}
