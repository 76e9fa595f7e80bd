import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { insertPerson, type Person } from '../../../tests/harness/factories.ts'
import { ManualClock } from '../../platform/clock.ts'
import { type Context, inTransaction } from '../../platform/context.ts'
import { isSigned } from '../../platform/secrets/ed25519.ts'
import { verify } from '../../platform/verification.ts'
import { appendEntries } from '../posting/without-order.ts'
import { earningsChecks } from '../proof/verify.ts'
import { consistencyRanges, inclusionRanges, joined, nodesOf } from './rules.ts'
import { signCheckpoint } from './service.ts'
import { selectNodes } from './sql.ts'

let database: TestDatabase
let ana: Person
const clock = new ManualClock(new Date('2026-11-26T06:00:00Z'))
const key = randomBytes(32)
const signer = { key: { make: async () => key }, origin: 'folio.example/ledger' }
const context = () => ({ db: database.db, clock: clock.now, actor: null })

beforeEach(async () => {
  database = await createTestDatabase()
  ana = await insertPerson(database.db)
})
afterEach(() => database.close())

let made = 0
/** Posts so many rows in one posting run. */
const post = (count: number, payeeId = ana.payeeId, within: Context = context()) =>
  inTransaction(within, (tx) =>
    appendEntries(
      tx,
      Array.from({ length: count }, () => {
        made += 1
        return { payeeId, type: 'payout', userCents: -100, reference: `line ${made}`, reason: null } as const
      }),
      { reportTimeZone: 'UTC' },
    ),
  )
const checkpoints = () => database.db.selectFrom('ledger_checkpoints').selectAll().orderBy('size').execute()
const log = () => database.db.selectFrom('ledger_log').selectAll().orderBy('position').execute()
const verified = async () => {
  const lines: string[] = []
  const failed = await verify(context(), [earningsChecks], (line) => lines.push(line))
  return failed === 0 ? '' : lines.join('\n')
}

describe('The log of the ledger (docs/product/ledger.md#checkpoints)', () => {
  it('has the rows of each run once it is sealed, in order, and nothing of one that failed', async () => {
    await post(3)
    await expect(
      inTransaction(context(), async (tx) => {
        await appendEntries(
          tx,
          [{ payeeId: ana.payeeId, type: 'payout', userCents: -1, reference: 'none', reason: null }],
          { reportTimeZone: 'UTC' },
        )
        throw new Error('something else went wrong')
      }),
    ).rejects.toThrow()
    await post(4)
    const rows = await log()
    expect(rows.map(({ position }) => position)).toEqual([0, 1, 2, 3, 4, 5, 6])
    const ledger = await database.db.selectFrom('earnings_ledger').selectAll().orderBy('sequence').execute()
    expect(rows.map(({ entry_id }) => entry_id)).toEqual(ledger.map(({ id }) => id))
    expect(await verified()).toBe('')
  })

  it('is signed while somebody posts, and grows while somebody signs: neither waits for the other', async () => {
    await post(2)
    await inTransaction(context(), async (posting) => {
      await post(3, ana.payeeId, posting)
      await inTransaction(context(), async (signing) => {
        await sql`set local lock_timeout = '2s'`.execute(signing.db)
        await signCheckpoint(signing, signer)
      })
    })
    expect((await checkpoints()).map(({ size }) => size)).toEqual([2])
    await inTransaction(context(), async (signing) => {
      await signCheckpoint(signing, signer)
      await inTransaction(context(), async (posting) => {
        await sql`set local lock_timeout = '2s'`.execute(posting.db)
        await post(4, ana.payeeId, posting)
      })
    })
    await signCheckpoint(context(), signer)
    expect((await checkpoints()).map(({ size }) => size)).toEqual([2, 5, 9])
    expect(await verified()).toBe('')
  })

  it('takes the rows of many who post at the same time', async () => {
    const others = await Promise.all(Array.from({ length: 6 }, () => insertPerson(database.db)))
    await Promise.all(others.flatMap(({ payeeId }) => [post(5, payeeId), post(2, payeeId)]))
    expect(await log()).toHaveLength(42)
    await signCheckpoint(context(), signer)
    expect(await verified()).toBe('')
  })

  it('takes what an interrupted run posts after it was sealed', async () => {
    await post(2)
    await database.owner.pool.query(
      `with run as (select posting_run_id as id from earnings_ledger limit 1)
       insert into earnings_ledger (payee_id, transaction_type, gross_commission_cents, platform_fee_cents,
         user_amount_cents, available_on, created_at, rule, evidence, posting_run_id)
       select payee_id, 'payout', -5, 0, -5, '2026-11-26', now(), 'payout', '{"reference": "later"}', run.id
       from earnings_ledger, run limit 1`,
    )
    expect(await verified()).toContain('row 3: is not in the log')
    await database.owner.pool.query('update posting_runs set finished_at = now()')
    expect(await log()).toHaveLength(3)
  })

  it('is signed once for each size, and a checkpoint names the one before it', async () => {
    await signCheckpoint(context(), signer)
    expect(await checkpoints()).toEqual([])
    await post(3)
    await Promise.all([1, 2, 3].map(() => signCheckpoint(context(), signer)))
    clock.advance(60_000)
    await post(2)
    await signCheckpoint(context(), { ...signer, key: { make: async () => randomBytes(32) } })
    const [first, second] = await checkpoints()
    expect([first?.size, second?.size]).toEqual([3, 5])
    expect(second?.body).toMatch(
      /^folio\.example\/ledger\n5\n[\w+/]{43}=\ntime 2026-11-26T06:01:00\.000Z\nprevious /,
    )
    for (const row of [first, second])
      expect(row && isSigned({ ...row, publicKey: row.public_key })).toBe(true)
    expect(await verified()).toBe('')
  })

  it('keeps all nodes that its proofs read', async () => {
    for (let size = 1; size <= 21; size += size < 5 ? 1 : 4) {
      await post(size === 1 ? 1 : size < 6 ? 1 : 4)
      for (const ranges of [inclusionRanges(0, size), consistencyRanges(Math.ceil(size / 2), size)])
        expect(await selectNodes(database.db, ranges.flatMap(nodesOf))).not.toContain(null)
      const root = await selectNodes(database.db, nodesOf({ from: 0, until: size }))
      const { rows } = await database.owner.pool.query('select ledger_log_root($1) as root', [size])
      expect(rows).toEqual([{ root: joined(root) }])
    }
  })

  it('refuses to be changed, and a checkpoint that is not of it or not later', async () => {
    await post(3)
    await signCheckpoint(context(), signer)
    for (const table of ['ledger_log', 'ledger_log_nodes', 'ledger_checkpoints']) {
      const column = table === 'ledger_checkpoints' ? 'signature' : 'hash'
      for (const statement of [
        `update ${table} set ${column} = ${column}`,
        `delete from ${table}`,
        `truncate ${table} cascade`,
      ])
        await expect(database.owner.pool.query(statement), statement).rejects.toThrow(
          /append-only|never|refuse|change/i,
        )
    }
    const [row] = await checkpoints()
    const add = (change: object) =>
      database.db
        .insertInto('ledger_checkpoints')
        .values({ ...(row as NonNullable<typeof row>), ...change })
        .execute()
    await expect(add({ size: 4 })).rejects.toThrow('the log has another root at 4')
    await expect(add({})).rejects.toThrow('there is a checkpoint of 3 or later')
  })
})
