import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import type { Person } from '../../../tests/harness/people.ts'
import { ManualClock } from '../../platform/clock.ts'
import { verify } from '../../platform/verification.ts'
import { earningsChecks } from '../proof/verify.ts'
import { post, signUpPayee } from '../testing/ledger.ts'
import type { ExportedLog } from './contract.ts'
import { signCheckpoint } from './service.ts'

const now = new Date('2026-11-26T06:00:00Z')
const checker = path.resolve(import.meta.dirname, '../../../scripts/check-ledger.ts')
const folder = mkdtempSync(path.join(tmpdir(), 'folio-checkpoints-'))
const seed = Buffer.alloc(32, 7)
const signer = { key: { make: async () => seed }, origin: 'folio.example/ledger' }
let app: TestApp
let ana: Person & { payeeId: string }

beforeAll(async () => {
  app = await startTestApp({ clock: new ManualClock(now) })
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})
// Each test has a log of its own, in which others have rows as well.
beforeEach(async () => {
  await app.database.owner.pool.query(`set session_replication_role = replica;
    delete from ledger_checkpoints; delete from ledger_log; delete from ledger_log_nodes; delete from earnings_ledger;
    delete from earnings_quarters; delete from earnings_orders; update posting_runs set entries = 0, digest = sha256('');
    set session_replication_role = default`)
  ana = await signUpPayee(app)
  await post(app, await signUpPayee(app), [{ gross: 500, at: now }])
})

const context = () => ({ db: app.database.db, clock: app.clock.now, actor: null })
const sign = () => signCheckpoint(context(), signer)
/** Posts rows for Ana, each in a run of its own, and signs. */
async function earn(...cents: number[]) {
  for (const gross of cents) await post(app, ana, [{ gross, at: now }])
  await sign()
}

let files = 0
/** A file with this content. */
function file(content: unknown): string {
  files += 1
  const name = path.join(folder, `file-${files}`)
  writeFileSync(name, typeof content === 'string' ? content : JSON.stringify(content))
  return name
}
const exported = async () => {
  const { status, body } = await app.request('GET', '/api/v1/me/ledger/export?format=json', ana)
  expect(status).toBe(200)
  return body
}
const published = async (query = '') => {
  const { status, body } = await app.request('GET', `/api/v1/ledger/checkpoints${query}`)
  expect(status).toBe(200)
  return body
}

/** What the program says of files that a creator has. */
async function check(...args: string[]): Promise<{ code: number; said: string }> {
  const run = promisify(execFile)(process.execPath, [checker, ...args], { env: {} })
  const { code = 0, stdout, stderr } = await run.catch((failure) => failure)
  return { code, said: stdout + stderr }
}

/**
 * Writes the whole ledger anew with another amount: rows, chains, sums, digests, log and checkpoints, and signs them.
 */
async function forge() {
  const { pool, db } = app.database.owner
  const signed = await db.selectFrom('ledger_checkpoints').select('size').orderBy('size').execute()
  await pool.query(`
    set session_replication_role = replica;
    update earnings_ledger set gross_commission_cents = 900, platform_fee_cents = 180, user_amount_cents = 720
      where payee_id = '${ana.payeeId}' and sequence = 2;
    do $$
    declare entry earnings_ledger; last bytea;
    begin
      for entry in select * from earnings_ledger where payee_id = '${ana.payeeId}' order by sequence loop
        entry.previous_hash := coalesce(last, entry.previous_hash);
        last := ledger_row_hash(entry);
        update earnings_ledger set previous_hash = entry.previous_hash, hash = last where id = entry.id;
      end loop;
    end $$;
    update earnings_quarters q set gross_commission_cents = l.gross, user_amount_cents = l.share from (
      select payee_id, available_on, sum(gross_commission_cents) as gross, sum(user_amount_cents) as share
      from earnings_ledger group by 1, 2) l
      where (q.payee_id, q.available_on) = (l.payee_id, l.available_on);
    update earnings_orders o set gross_commission_cents = l.gross_commission_cents, user_amount_cents = l.user_amount_cents
      from earnings_ledger l where l.order_item_id = o.order_item_id;
    update posting_runs r set digest = sha256(l.hash) from earnings_ledger l where l.posting_run_id = r.id;
    update ledger_log g set hash = l.hash from earnings_ledger l where l.id = g.entry_id;
    delete from ledger_log_nodes; delete from ledger_checkpoints;
    select grow_ledger_log(0, (select count(*) from ledger_log));
    set session_replication_role = default`)
  // As if it had been so from the beginning: at each size that was signed.
  for (const { size } of signed) {
    const all = await db.selectFrom('ledger_log').selectAll().where('position', '>=', size).execute()
    await pool.query(`set session_replication_role = replica; delete from ledger_log where position >= ${size};
      set session_replication_role = default`)
    await sign()
    if (all.length > 0) await db.insertInto('ledger_log').values(all).execute()
  }
}

describe('GET ledger/checkpoints (docs/product/ledger.md#checkpoints)', () => {
  it('lists what was signed for anyone, the newest first, without names and amounts', async () => {
    expect(await published()).toEqual({ items: [], next_cursor: null })
    await earn(1000)
    await earn(2000, 300)
    const { items } = await published()
    expect(items).toMatchObject([
      { size: 4, signed_at: now.toISOString(), previous: { size: 2, consistency: [expect.any(String)] } },
      { size: 2, previous: null },
    ])
    expect(JSON.stringify(items)).not.toMatch(new RegExp(`${ana.payeeId}|${ana.username}|2000`))
    expect(items[0].note).toContain('\n\n— folio.example/ledger ')
  })

  it('has pages, each row once, and refuses cursors that are not ours', async () => {
    for (let n = 0; n < 52; n += 1) await earn(100 + n)
    const first = await published()
    expect(first.items).toHaveLength(50)
    const second = await published(`?cursor=${first.next_cursor}`)
    expect(second.next_cursor).toBeNull()
    expect([...first.items, ...second.items].map(({ size }: { size: number }) => size)).toEqual(
      Array.from({ length: 52 }, (_, n) => 53 - n),
    )
    expect(first.items.at(-1).previous.size).toBe(second.items[0].size)
    const { status } = await app.request('GET', '/api/v1/ledger/checkpoints?cursor=x')
    expect(status).toBe(400)
    const today = file(await exported())
    expect(await check(today, '--checkpoints', file(first), '--checkpoints', file(second))).toMatchObject({
      code: 0,
      said: expect.stringContaining('All 52 checkpoints are of one log'),
    })
  })

  it('proves that one goes on from another, and nothing of sizes that were never signed', async () => {
    await earn(1000)
    await earn(2000, 300)
    const ask = (from: unknown, to: unknown) =>
      app.request('GET', `/api/v1/ledger/consistency?from=${from}&to=${to}`)
    expect((await ask(2, 4)).body).toEqual({ from: 2, to: 4, consistency: [expect.any(String)] })
    expect((await ask(4, 4)).body).toEqual({ from: 4, to: 4, consistency: [] })
    expect((await ask(3, 4)).status).toBe(404)
    expect((await ask(4, 2)).status).toBe(400)
    expect((await ask('x', 2)).status).toBe(400)
  })
})

describe('node check-ledger.mjs with what was signed', () => {
  it('proves that an export’s rows are in the signed log, and that an earlier one’s were', async () => {
    await earn(1000)
    const before = file(await exported())
    await earn(2000, 300)
    await post(app, ana, [{ gross: 70, at: now }])
    const today = file(await exported())
    const { code, said } = await check(today, '--before', before, '--checkpoints', file(await published()))
    expect(
      said.split('\n').filter((line) => !line.startsWith('Commission') && !line.startsWith('Last')),
    ).toEqual([
      'All 4 rows of 4 orders are as they were posted.',
      `Row 3 and those before it are in the log of 4 rows that folio.example/ledger signed at ${now.toISOString()}.`,
      'The 1 rows after it are in no checkpoint yet.',
      expect.stringMatching(/^Key: folio\.example\/ledger\+[0-9a-f]{8}\+\S{44}$/),
      `The earlier file, ${path.basename(before)}:`,
      'All 1 rows of 1 orders are as they were posted.',
      `Row 1 and those before it are in the log of 2 rows that folio.example/ledger signed at ${now.toISOString()}.`,
      expect.stringContaining('Key: '),
      'All 1 rows of the earlier file are in this one, unchanged.',
      'All 2 checkpoints are of one log, to which rows were only added.',
      '',
    ])
    expect(code).toBe(0)
    const { body } = await app.request('GET', '/api/v1/me/export', ana)
    expect((await check(file(body), '--before', before)).code).toBe(0)
  })

  it('finds a ledger that was written anew as a whole, by an earlier export or by noted checkpoints', async () => {
    await earn(1000)
    await earn(2000)
    const before = await exported()
    const noted = (await published()).items.map(({ note }: { note: string }) => note).join('\n')
    await earn(300)
    await forge()
    // Nothing is wrong inside of the database, and with the new export by itself.
    const lines: string[] = []
    expect(await verify(context(), [earningsChecks], (line) => lines.push(line)), lines.join('\n')).toBe(0)
    const today = file(await exported())
    expect(await check(today, '--checkpoints', file(await published()))).toMatchObject({ code: 0 })

    const byExport = await check(today, '--before', file(before))
    expect(byExport.code).toBe(1)
    expect(byExport.said).toContain(
      'CHANGED: row 2: gross_commission_cents was 2000 and is 900; platform_fee_cents was 400 and is 180; user_amount_cents was 1600 and is 720.',
    )
    expect(byExport.said).toContain('does not go on from that of 3 rows')
    const byNotes = await check(today, '--checkpoints', file(`A mail:\n\n${noted}`))
    expect(byNotes.code).toBe(1)
    expect(byNotes.said).toContain('WRONG: the log of 4 rows')
    const byBoth = await check(today, '--checkpoints', file(noted), '--checkpoints', file(await published()))
    expect(byBoth.said).toContain('WRONG: two logs of 3 rows were signed')
  })

  it('finds rows that were left out at the end', async () => {
    await earn(1000, 2000)
    const before = await exported()
    await app.database.owner.pool.query(`set session_replication_role = replica;
      delete from earnings_ledger where payee_id = '${ana.payeeId}' and sequence = 2; delete from ledger_log where position = 2;
      delete from ledger_checkpoints; set session_replication_role = default`)
    await sign()
    const { code, said } = await check(file(await exported()), '--before', file(before))
    expect(code).toBe(1)
    expect(said).toContain('LEFT OUT: row 2, which is at row 2 of the earlier file.')
    expect(said).toContain('WRONG: the log has become smaller since the earlier file, from 3 rows to 2')
  })

  it('believes no proof, place, text or signature that is not right', async () => {
    await earn(1000)
    const before = file(await exported())
    await earn(2000, 300)
    const right = await exported()
    const changed = (change: (log: ExportedLog) => unknown) => {
      const copy = structuredClone(right)
      change(copy.ledger_log)
      return check(file(copy), '--before', before)
    }
    const other = 'ab'.repeat(32)
    const changes: ((log: ExportedLog) => unknown)[] = [
      (log) => Object.assign(log, { position: log.position - 1 }),
      (log) => Object.assign(log, { position: 99 }),
      (log) => Object.assign(log, { sequence: 2 }),
      (log) => log.inclusion.pop(),
      (log) => log.inclusion.push(other),
      (log) => log.inclusion.splice(0, 1, other),
      (log) => Object.assign(log.checkpoint, { note: log.checkpoint.note.replace('\n4\n', '\n5\n') }),
      (log) => Object.assign(log.checkpoint, { note: log.checkpoint.note.replace('time 2026', 'time 2025') }),
      (log) => Object.assign(log.checkpoint, { key: log.checkpoint.key.replace('folio', 'polio') }),
      (log) => log.earlier[0]?.consistency.splice(0, 1, other),
      (log) => log.earlier[0]?.consistency.push(other),
    ]
    for (const change of changes) {
      const { code, said } = await changed(change)
      expect(said, String(change)).toContain('WRONG')
      expect(code).toBe(1)
    }
    const without = await changed((log) => log.earlier.pop())
    expect(without).toMatchObject({ code: 1, said: expect.stringContaining('NOT PROVEN: nothing here says') })
    const proof = await app.request('GET', '/api/v1/ledger/consistency?from=2&to=4')
    const copy = structuredClone(right)
    copy.ledger_log.earlier = []
    expect(await check(file(copy), '--before', before, '--checkpoints', file(proof.body))).toMatchObject({
      code: 0,
    })
  })

  it('says what it takes, and what is no checkpoint', async () => {
    await earn(1000)
    const today = file(await exported())
    for (const args of [[], [today, today], [today, '--other', today]])
      expect(await check(...args)).toMatchObject({ code: 2, said: expect.stringContaining('Which file?') })
    const unread = { code: 2, said: expect.stringContaining('cannot be read') }
    expect(await check(today, '--before', path.join(folder, 'none'))).toMatchObject(unread)
    expect(await check(today, '--checkpoints', file('nothing signed'))).toMatchObject(unread)
    expect(await check(today, '--checkpoints', file({ a: 1 }))).toMatchObject(unread)
    const { body } = await app.request('GET', '/api/v1/me/ledger/export?format=csv', ana)
    expect(await check(file(body), '--checkpoints', file(await published()))).toMatchObject({
      code: 1,
      said: expect.stringContaining('Download it as JSON'),
    })
  })
})
