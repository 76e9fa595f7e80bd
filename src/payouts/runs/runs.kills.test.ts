import { type Kysely, type KyselyPlugin, type RootOperationNode, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { proveAddress, signUpAdmin } from '../../../tests/harness/people.ts'
import { balanceChecks } from '../../earnings/index.ts'
import { post, signUpPayee } from '../../earnings/testing/ledger.ts'
import type { Context } from '../../platform/context.ts'
import type { DB } from '../../platform/database/schema.ts'
import { verify } from '../../platform/verification.ts'
import { dayMs } from '../../shared/time.ts'
import { answerLine, listAttention } from '../attention/service.ts'
import { createPayoutKey } from '../details/payout-key.ts'
import { payoutChecks } from '../proof/verify.ts'
import { ageDetails } from '../testing/age-details.ts'
import { importResults, markSent, setResult } from './results.ts'
import { approveRun, draftRun, listLines } from './service.ts'

const now = new Date('2026-11-26T12:00:00Z')
const payoutKey = Buffer.alloc(32, 5)
const payouts = { key: payoutKey, minimumCents: 1_000 }
const deps = {
  ...{ reportTimeZone: 'America/Los_Angeles', minimumCents: 1_000 },
  key: createPayoutKey({ dataDir: '/none', payouts }),
}
let app: TestApp
const admins: string[] = []
// Three creators are due.
beforeAll(async () => {
  app = await startTestApp({ env: { PAYOUT_KEY: payoutKey.toString('base64') } })
  app.clock.set(new Date(now.getTime() - 4 * dayMs))
  for (const _ of [1, 2]) admins.push((await signUpAdmin(app)).id)
  for (const number of [1, 2, 3]) {
    const person = await signUpPayee(app)
    await proveAddress(app, person)
    await post(app, person, [{ gross: 5_000, at: now, availableOn: '2026-11-01' }])
    const account = { method: 'paypal', account: `${number}@pay.example`, legal_name: 'Maya', country: 'DE' }
    await app.request('PUT', '/api/v1/me/payout-details', {
      token: person.token,
      body: { ...account, password: person.password },
    })
  }
  await ageDetails(app.database, 8)
  app.clock.set(now)
})
afterAll(() => app.close())

const contextOf = (admin: number, db: Kysely<DB> = app.database.db): Context => {
  const userId = admins[admin] ?? ''
  return { db, clock: app.clock.now, actor: { userId, sessionId: userId, role: 'admin' } }
}

/**
 * A database whose connection dies in place of the statement of this number; `isReached` says whether it came to it.
 */
function dyingAt(number: number) {
  let statements = 0
  const dies = sql`select pg_terminate_backend(pg_backend_pid())`.toOperationNode()
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements += 1
      return statements === number ? (dies as RootOperationNode) : node
    },
    transformResult: async ({ result }) => result,
  }
  return { db: app.database.db.withPlugin(plugin), isReached: () => statements >= number }
}

/** What runs and ledger have. The pool learns of a connection that died by using it. */
async function state(): Promise<Record<string, unknown> & { entries: number }> {
  const { rows } = await read().catch(read)
  return rows[0]
}

const read = () =>
  app.database.pool.query(
    `select (select jsonb_agg(to_jsonb(r) order by number) from payout_runs r) as runs,
       (select jsonb_agg(to_jsonb(l) - 'sealed' order by place) from payout_lines l) as lines,
       (select count(*)::int from payout_files) as files, (select count(*)::int from earnings_ledger) as entries,
       (select count(*)::int from admin_audit) as audit,
       (select count(*)::int from payout_attentions) as attentions, (select count(*)::int from payout_answers) as answers`,
  )

/** Does a step with its connection killed at each of its statements in turn, and at last without. */
async function throughKills<Answer>(
  admin: number,
  step: (context: Context) => Promise<Answer>,
): Promise<{ answer: Answer; kills: number }> {
  const before = await state()
  for (let number = 1; ; number++) {
    const { db, isReached } = dyingAt(number)
    const result = await step(contextOf(admin, db)).then(
      (answer) => ({ answer }),
      () => null,
    )
    if (!isReached()) {
      if (!result) throw new Error('The step fails without being killed.')
      return { answer: result.answer, kills: number - 1 }
    }
    // The last statements only read what has been committed.
    const isDone = JSON.stringify(await state()) !== JSON.stringify(before)
    if (isDone) {
      await wholeAndProven()
      return { answer: result?.answer as Answer, kills: number }
    }
  }
}

async function wholeAndProven() {
  const lines: string[] = []
  const checks = [balanceChecks(deps), payoutChecks(deps)]
  const context = { db: app.database.db, clock: app.clock.now, actor: null }
  expect(await verify(context, checks, (line) => lines.push(line)), lines.join('\n')).toBe(0)
}

it('a payout is booked whole and once, whichever statement of a step its process dies at (decision 81)', async () => {
  const { rows } = await app.database.pool.query('select count(*)::int as n from earnings_ledger')
  const draft = await throughKills(0, (context) => draftRun(context, { total: 120 }, deps))
  const [{ id }] = (await app.database.pool.query('select id from payout_runs')).rows
  const approval = await throughKills(1, (context) => approveRun(context, id, deps))
  expect((await state()).entries).toBe(rows[0].n + 3)
  const sending = await throughKills(1, (context) => markSent(context, id, deps))
  const [line] = (await listLines(contextOf(0), id, {})).items
  const failing = await throughKills(0, (context) =>
    setResult(context, line?.id ?? '', { from: 'sent', state: 'failed', reason: 'Closed' }, deps),
  )
  expect(await state()).toMatchObject({
    ...{ entries: rows[0].n + 4, files: 2 },
    lines: [{ state: 'failed' }, { state: 'sent' }, { state: 'sent' }],
  })
  // One agrees, the other says another amount, which is answered.
  const references = (await listLines(contextOf(0), id, {})).items.map(({ reference }) => reference)
  const text = `Unique ID,Status,Amount\n${references[1]},Denied,40.00\n${references[2]},Completed,8.00`
  const reading = await throughKills(0, (context) =>
    importResults(context, id, { text, confirm: false }, deps),
  )
  expect((await state()).entries).toBe(rows[0].n + 5)
  const [asked] = (await listAttention(contextOf(0), id, {})).items
  const answer = { paid: 8, note: 'Seen', answers: 0, seen: asked?.attention.map((one) => one.id) ?? [] }
  const answering = await throughKills(0, (context) => answerLine(context, asked?.id ?? '', answer, deps))
  expect(await state()).toMatchObject({
    entries: rows[0].n + 6,
    lines: [{ state: 'failed' }, { state: 'failed' }, { state: 'paid' }],
  })
  await wholeAndProven()
  // As many statements as the steps have, at least.
  for (const { kills } of [draft, approval, sending, failing, reading, answering])
    expect(kills).toBeGreaterThan(4)
})
