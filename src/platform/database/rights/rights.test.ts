import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { tableOwners } from '../../../../db/table-owners.ts'
import { createTestDatabase, type TestDatabase } from '../../../../tests/harness/database.ts'
import { verify } from '../../verification.ts'
import { migrate, prepareDatabase } from '../migrate.ts'
import { accountChecks } from './check.ts'
import { protectedTables } from './protected-tables.ts'
import { readRights } from './rights.ts'

// What the app's account may do (docs/decisions/0086-another-account-owns.md).

let database: TestDatabase
let app: pg.PoolClient
beforeAll(async () => {
  database = await createTestDatabase()
  app = await database.pool.connect()
})
afterAll(async () => {
  app.release(true)
  await database.close()
})

const ask = async <Row extends pg.QueryResultRow>(statement: string, values: unknown[] = []) =>
  (await database.owner.pool.query<Row>(statement, values)).rows
/** The SQLSTATE with which the database refuses a statement of the app's. */
const refusal = (statement: string) =>
  app.query(statement).then(
    () => 'nothing',
    (error: { code?: string }) => error.code,
  )
const forbidden = '42501'
const tables = Object.entries(protectedTables)

describe.each(tables)('the app’s account, and %s', (table, { updates, deletes, adds }) => {
  it('reads it, adds rows, and changes what is named alone', async () => {
    const columns = await ask<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped
         and attgenerated = '' and attidentity <> 'a'`,
      [table],
    )
    const rights = await Promise.all(
      columns.map(async ({ name }) => [
        name,
        await refusal(`update ${table} set ${name} = ${name} where false`),
      ]),
    )
    expect(Object.fromEntries(rights)).toEqual(
      Object.fromEntries(columns.map(({ name }) => [name, updates.includes(name) ? 'nothing' : forbidden])),
    )
    expect(await refusal(`select from ${table} limit 0`)).toBe('nothing')
    const [first] = columns
    const add = `insert into ${table} (${first?.name}) select ${first?.name} from ${table} where false`
    expect(await refusal(add)).toBe(adds === false ? forbidden : 'nothing')
    expect(await refusal(`delete from ${table} where false`)).toBe(deletes ? 'nothing' : forbidden)
  })
})

describe('the app’s account', () => {
  it('has no temporary table taken for a real one by what guards the ledger', async () => {
    const forged = `sha256('\\x00'::bytea || sha256('forged'))`
    await app.query('set search_path = pg_temp, public')
    await app.query(`create temporary table ledger_log as select 0::bigint as position, sha256('forged') as hash;
      create temporary table ledger_log_nodes as select * from public.ledger_log_nodes`)
    expect(
      await refusal(`insert into public.ledger_checkpoints (size, root, signed_at, body, public_key, signature)
        values (1, ${forged}, now(), 'x', sha256('x'), sha256('x') || sha256('x'))`),
    ).toBe('23514')
    await app.query('drop table pg_temp.ledger_log, pg_temp.ledger_log_nodes; reset search_path')
    const loose = await ask(
      `select p.proname from pg_proc p
       where (p.prosecdef or exists (select from pg_trigger t join pg_class c on c.oid = t.tgrelid
           where t.tgfoid = p.oid and not t.tgisinternal and c.relname = any ($1)))
         and p.pronamespace = 'public'::regnamespace
         and not ('search_path=public, pg_temp' = any (coalesce(p.proconfig, '{}')))`,
      [Object.keys(protectedTables)],
    )
    expect(loose).toEqual([])
  })

  it('may change no column that triggers keep, and all history is protected', async () => {
    const kept = await ask<{ table: string; column: string }>(`
      select c.relname as table, a.attname as column
      from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
        and (cardinality(t.tgattr::int2[]) = 0 or a.attnum = any (t.tgattr::int2[]))
      where p.proname = 'refuse_change' and t.tgqual is null and t.tgtype & 16 > 0`)
    expect(kept.filter(({ table, column }) => protectedTables[table]?.updates.includes(column))).toEqual([])
    const names: readonly string[] = [...tableOwners.earnings, ...tableOwners.payouts, ...tableOwners.audit]
    expect(names.filter((name) => !(name in protectedTables)).sort()).toEqual(Object.keys(ordinary).sort())
    expect(
      await ask('select name from unnest($1::text[]) as name where to_regclass(name) is null', [
        Object.keys(protectedTables),
      ]),
    ).toEqual([])
  })
})

/**
 * Tables of the slices of money that the app changes as it likes: each with the reason. A new table is put somewhere.
 */
const ordinary = {
  checkpoint_mails: 'who wishes mails',
  earnings: 'sums of ledger rows, which verify proves',
  earnings_orders: 'sums',
  earnings_product_quarters: 'sums',
  earnings_quarters: 'sums',
  ledger_witnesses: 'how far witnesses have got',
  security_counts: 'counts of an hour, which go after some weeks',
}

describe('rights that are others', () => {
  const said = async (isDivided: boolean) => {
    const lines: string[] = []
    const context = { db: database.db, actor: null, clock: () => new Date() }
    const wrong = await verify(context, [accountChecks(isDivided)], (line) => lines.push(line))
    return { wrong, said: lines.join('\n') }
  }
  const prepare = () => prepareDatabase({ address: database.address, owner: database.owner.address })

  it.each([
    [
      'a right too many',
      (name: string) => `grant delete on earnings_ledger to ${name}`,
      /has DELETE on earnings_ledger/,
    ],
    ['one of everybody’s', () => 'grant truncate on transfers to public', /has TRUNCATE on transfers/],
    [
      'a column',
      (name: string) => `grant update (hash) on ledger_log to ${name}`,
      /has UPDATE of hash on ledger_log/,
    ],
    [
      'a schema',
      (name: string) => `grant create on schema public to ${name}`,
      /make things in schema public/,
    ],
    [
      'too few',
      (name: string) => `revoke insert on payout_lines from ${name}`,
      /lacks INSERT on payout_lines/,
    ],
    [
      'a function of everybody’s',
      () => 'grant execute on function drop_import_tables to public',
      /everybody may call drop_import_tables/,
    ],
    [
      'a trigger’s function that acts as the owner',
      (name: string) => `grant execute on function tie_payee to ${name}`,
      /may hang tie_payee\(\), which acts as folio, on tables of its own/,
    ],
    [
      'a setting of the account',
      (name: string) =>
        `alter role ${name} in database ${database.address.database} set search_path = pg_temp, public`,
      /has a setting of its own: search_path=/,
    ],
    [
      'rows that are hidden',
      () => 'alter table graphile_worker._private_jobs enable row level security',
      /hidden/,
    ],
  ])('%s: verify names it, and the owner’s next start mends it', async (_, change, says) => {
    expect(await said(true)).toMatchObject({ wrong: 0 })
    await database.owner.pool.query(change(database.address.user))
    expect(await said(true)).toEqual({ wrong: 1, said: expect.stringMatching(says) })
    await prepare()
    expect(await said(true)).toMatchObject({ wrong: 0 })
  })

  it('a table that is another’s is named, and one account for all is told', async () => {
    const { user } = database.address
    await database.owner.pool.query(`alter table transfers owner to ${user}`)
    expect(await said(true)).toEqual({
      wrong: 1,
      said: expect.stringContaining(`transfers is owned by ${user}`),
    })
    await database.owner.pool.query(`alter table transfers owner to ${database.owner.address.user}`)
    await prepare()
    const context = { db: database.owner.db, actor: null, clock: () => new Date() }
    for (const [isDivided, wrong] of [
      [true, 1],
      [false, 0],
    ] as const) {
      const lines: string[] = []
      expect(await verify(context, [accountChecks(isDivided)], (line) => lines.push(line))).toBe(wrong)
      expect(lines.join('\n')).toMatch(/owns/)
    }
  })
})

describe('a start', () => {
  it('needs no owner where nothing is to be done, and says that it does where something is', async () => {
    await prepareDatabase({ address: database.address })
    const [{ name }] = (await ask<{ name: string }>(
      'select name from migrations order by id desc limit 1',
    )) as [{ name: string }]
    const stranger = `stranger_${process.pid}`
    await database.owner.pool.query(`create role ${stranger} login`)
    onTestFinished(async () => void (await database.owner.pool.query(`drop role ${stranger}`)))
    await expect(migrate({ ...database.address, user: stranger })).rejects.toThrow(
      new RegExp(
        `^${stranger} has no rights on Folio’s tables, which belong to folio. Set DATABASE_OWNER_URL`,
      ),
    )
    await database.owner.pool.query('delete from migrations where name = $1', [name])
    await expect(prepareDatabase({ address: database.address })).rejects.toThrow(
      /needs an update, but belongs to folio, not to folio_app. Set DATABASE_OWNER_URL/,
    )
    await database.owner.pool.query('insert into migrations (name, run_on) values ($1, now())', [name])
    expect((await readRights(database.owner.pool, database.address.user)).deviations).toEqual([])
  })
})
