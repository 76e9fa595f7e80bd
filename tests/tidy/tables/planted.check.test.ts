// biome-ignore-all lint/suspicious/noTemplateCurlyInString: what is planted is code
import { describe, expect, it } from 'vitest'
import { type Owners, ownershipProblems, type Schema } from './ownership.ts'
import { tableUses } from './table-use.ts'

/** What a planted file is found to do with tables: `read users, write sessions`. */
function seen(text: string): string {
  const [found] = tableUses([{ path: 'src/feed/sql.ts', text }])
  const own = new Set(found?.given)
  return (found?.uses ?? [])
    .filter(({ kind, name }) => kind !== 'call' && kind !== 'named' && !own.has(name))
    .map(({ kind, name }) => `${kind} ${name}`)
    .sort()
    .join(', ')
}

const q = (statement: string) => `const a = sql\`${statement}\``

describe('what a statement does with tables is found', () => {
  it.for([
    [q('select 1 from users u, profiles p where a is distinct from b'), 'read profiles, read users'],
    [q("select extract(epoch from at), substring(x from '^a') from clicks"), 'read clicks'],
    [
      q('with users_now as materialized (select * from users) select from users_now join sessions on true'),
      'read sessions, read users',
    ],
    [q("-- from orders\nselect 'from products' /* join clicks */ from users"), 'read users'],
    [
      q('update earnings e set x = y.x from payees y, profiles z where true'),
      'read payees, read profiles, write earnings',
    ],
    [q('delete from followers f using profiles p where true'), 'read profiles, write followers'],
    [
      q(
        'merge into amazon_orders o using (select * from users) t on true when matched then update set a = 1',
      ),
      'read users, write amazon_orders',
    ],
    [
      q('merge into amazon_orders o using staged t on true when not matched then insert (a) values (1)'),
      'read staged, write amazon_orders',
    ],
    [
      q(
        'insert into earnings (product_id) select id from products on conflict (product_id) do update set a = 1',
      ),
      'read products, write earnings',
    ],
    [q('truncate users, sessions'), 'write sessions, write users'],
    [q('lock table tracking_ids in share mode'), 'write tracking_ids'],
    [q('copy users (id) from stdin'), 'write users'],
    [q('select from users where id = 1 for no key update'), 'lock users'],
    [q('select * from (select id from users for update skip locked) x'), 'lock users'],
    [q('select from graphile_worker.jobs'), 'read graphile_worker.jobs'],
    [q('select from "users"'), 'read users'],
    [q('select from USERS'), 'read users'],
    [q('select * from unnest($1::uuid[]) as u (id) cross join lateral (select from users) l'), 'read users'],
    [q('select from only users'), 'read users'],
    [q("select 'clicks'::regclass"), 'read clicks'],
    [q('create index on users (a)'), 'write users'],
    [
      q('from orders_to_match join amazon_orders o using (order_item_id)'),
      'read amazon_orders, read orders_to_match',
    ],
    ["const a = sql`select from ${sql.table('users')}`", 'read users'],
    ['const a = sql`delete from ${sql.table(`click_${p}_days`)}`', 'write click_*_days'],
    ['const a = (n) => sql`delete from ${n}`', 'write {n}'],
    [
      'const t = x ? sql`users` : sql`sessions`\nconst a = sql`select from ${t}`',
      'read sessions, read users',
    ],
    [
      "db.selectFrom('users as u').innerJoin('profiles as p', 'p.id', 'u.id').execute()",
      'read profiles, read users',
    ],
    ["db.selectFrom(['users as u', 'sessions'])", 'read sessions, read users'],
    ["db.selectFrom('users').where('id', '=', 1).forUpdate().execute()", 'lock users'],
    [
      "db.selectFrom('users').where('id', 'in', (q) => q.selectFrom('sessions')).forUpdate()",
      'lock users, read sessions',
    ],
    ["db.insertInto('users').values({ a: 'b' }).execute()", 'write users'],
    ["db.with('fresh', (q) => q.deleteFrom('sessions')).selectFrom('fresh')", 'write sessions'],
    ["db.updateTable('users').set({}).from('profiles')", 'read profiles, write users'],
    ["const t = 'users'\ndb.deleteFrom(t)", 'write users'],
    ["deleteInBatches(db, 'sessions', sql`true`)", 'write sessions'],
    ["pool.query('select from users')", 'read users'],
    ["const say = 'Taken from the users you follow'", ''],
    [q('do $$ begin truncate users; end $$'), 'write users'],
    ["const x = db.fn('count')\nBuffer.from('users')", ''],
  ])('%s', ([text = '', expected = '']) => {
    expect(seen(text)).toBe(expected)
  })
})

const owners: Owners = {
  tableOwners: {
    platform: [],
    identity: ['users'],
    folio: ['products', 'pins'],
    clicks: ['clicks', 'click_days'],
  },
  madeTables: { 'clicks_*': 'clicks' },
  functionOwners: { platform: ['refuse'], folio: ['pin'], clicks: ['count_click'] },
  foreignReads: {},
  foreignLocks: {},
  offeredFunctions: {},
  tableHooks: {},
  passedTables: {},
}
const definition = (name: string, body: string) =>
  `CREATE OR REPLACE FUNCTION public.${name}() RETURNS trigger LANGUAGE plpgsql AS $function$ begin ${body} end $function$`
const schema: Schema = {
  tables: ['click_days', 'clicks', 'pins', 'products', 'users'],
  functions: ['refuse', 'pin', 'count_click'].map((name) => ({
    name,
    definition: definition(name, 'return null;'),
  })),
  triggers: [],
  cascades: [],
}

type Planted = { files?: Record<string, string>; changed?: Partial<Schema>; said?: Partial<Owners> }

/** The findings in planted files, with a changed database and a changed map. */
function problemsOf({ files = {}, changed, said }: Planted): string[] {
  const uses = tableUses(Object.entries(files).map(([path, text]) => ({ path, text })))
  return ownershipProblems(uses, { ...schema, ...changed }, { ...owners, ...said })
}
const inClicks = (text: string) => problemsOf({ files: { 'src/clicks/sql.ts': text } })
/** The functions of the database, one of them changed. */
const withBody = (name: string, body: string) => ({
  functions: schema.functions.map((one) =>
    one.name === name ? { name, definition: definition(name, body) } : one,
  ),
})

describe('planted uses of tables', () => {
  it('one’s own tables pass, with parts of statements, partitions and catalogs', () =>
    expect(
      inClicks(`
        db.insertInto('clicks').values(rows).execute()
        sql\`with few as (select * from clicks_2026_11) delete from click_days using few\`
        sql\`select from pg_class, information_schema.columns, \${sql.table(\`click_\${period}\`)}\``),
    ).toEqual([]))

  it.for([
    ['Kysely', "db.updateTable('products').set({ title }).execute()"],
    ['a template', 'sql`insert into products (id) values (1)`'],
    ['merge', 'sql`merge into products p using clicks c on true when matched then delete`'],
    ['a part of a statement', 'sql`with gone as (delete from products returning id) select id from gone`'],
    ['COPY', 'copyInto(db, sql`products`, pieces)'],
    ['batches', "deleteInBatches(db, 'products', sql`true`)"],
    ['a name of its own', "const table = 'products'\ndb.deleteFrom(table).execute()"],
  ])('a foreign write by %s is found', ([, text = '']) => {
    expect(inClicks(text)).toContainEqual(
      expect.stringMatching(/^src\/clicks\/sql\.ts:\d: clicks writes products of folio$/),
    )
  })

  it('so is one by a query of plain text, in any file', () =>
    expect(
      problemsOf({ files: { 'src/clicks/jobs.ts': "pool.query('delete from users where true')" } }),
    ).toEqual(['src/clicks/jobs.ts:1: clicks writes users of identity']))

  it('so is one in the composition root, which owns nothing', () =>
    expect(problemsOf({ files: { 'src/app.ts': "db.deleteFrom('users').execute()" } })).toEqual([
      'src/app.ts:1: app writes users of identity',
    ]))

  it('so is one whose table stands in another file', () =>
    expect(
      problemsOf({
        files: {
          'src/clicks/sql.ts': 'sql`delete from ${tableOf()}`',
          'src/clicks/tables-sql.ts': 'export const tableOf = () => sql`products`',
        },
      }),
    ).toContain('src/clicks/sql.ts:1: clicks writes products of folio'))

  it('a foreign read is found, and passes with a reason', () => {
    const files = { 'src/clicks/sql.ts': "db.selectFrom('products').select('id')" }
    expect(problemsOf({ files })).toEqual(['src/clicks/sql.ts:1: clicks reads products of folio'])
    expect(problemsOf({ files, said: { foreignReads: { clicks: { products: 'whose it is' } } } })).toEqual([])
  })

  it('a foreign lock is found, though its reading is declared', () =>
    expect(
      problemsOf({
        files: { 'src/clicks/sql.ts': 'sql`select from products for share`\nsql`select from products`' },
        said: { foreignReads: { clicks: { products: 'whose it is' } } },
      }),
    ).toEqual(['src/clicks/sql.ts:1: clicks locks products of folio']))

  it('a table that cannot be determined is found, and passes where it is listed', () => {
    const files = { 'src/clicks/sql.ts': 'const newest = (table: Sql) => sql`select from ${table}`' }
    expect(problemsOf({ files })).toEqual(['src/clicks/sql.ts:1: which table table is cannot be determined'])
    expect(problemsOf({ files, said: { passedTables: { 'src/clicks/sql.ts': ['table'] } } })).toEqual([])
  })

  it('a foreign name passed to such a statement is found where it is passed', () =>
    expect(inClicks("newest(sql`products`)\ncount('products')")).toEqual([
      'src/clicks/sql.ts:1: clicks reads products of folio',
      'src/clicks/sql.ts:2: clicks reads products of folio',
    ]))

  it('a name that is no table is found, and a part of a statement called as a table', () => {
    expect(inClicks('sql`select from clikcs`')).toEqual(['src/clicks/sql.ts:1: clikcs is no table'])
    expect(inClicks('sql`with products as (select 1) select from clicks`')).toEqual([
      'clicks calls a part of a statement products, as a table',
    ])
  })

  it('SQL that PostgreSQL does not read is found', () =>
    expect(inClicks('sql`select from clicks wehre id = 1`')).toEqual([
      expect.stringContaining('src/clicks/sql.ts:1: this is no SQL'),
    ]))
})

describe('planted schemas', () => {
  it('a table or function without an owner is found', () =>
    expect(
      problemsOf({
        changed: {
          tables: [...schema.tables, 'planted'],
          functions: [
            ...schema.functions,
            { name: 'plant', definition: definition('plant', 'return null;') },
          ],
        },
      }),
    ).toEqual(['plant() has no owner in db/functions', 'planted has no owner in db/table-owners.ts']))

  it.for([
    [
      'a foreign write',
      "insert into users (email) values ('a');",
      'count_click(): clicks writes users of identity',
    ],
    [
      'one that is put together',
      "execute format('delete from users where id = %L', 1);",
      'count_click(): clicks writes users of identity',
    ],
    [
      'one whose table is put in',
      "execute format('delete from %I where true', name);",
      'count_click(): which table %I is cannot be determined',
    ],
    [
      'one whose table is put behind it',
      "execute 'truncate ' || name;",
      'count_click(): which table || is cannot be determined',
    ],
    [
      'a copy of a foreign table',
      "execute format('create table clicks_%s (like users)', 1);",
      'count_click(): clicks reads users of identity',
    ],
    ['a foreign lock', 'perform from users for update;', 'count_click(): clicks locks users of identity'],
    ['a foreign read', 'perform from users;', 'count_click(): clicks reads users of identity'],
    ['another’s function', 'perform pin();', 'count_click(): clicks calls pin() of folio'],
  ])('%s of a function is found', ([, body = '', problem = '']) => {
    expect(problemsOf({ changed: withBody('count_click', body) })).toEqual([problem])
  })

  it('an offered function may be called only by the slice that it is offered to', () => {
    const said = { offeredFunctions: { pin: { to: 'clicks', why: 'in one statement' } } }
    const calling = (slice: string) => ({ [`src/${slice}/sql.ts`]: 'sql`select pin()`' })
    expect(problemsOf({ files: calling('clicks'), said })).toEqual([])
    expect(problemsOf({ files: { ...calling('clicks'), ...calling('identity') }, said })).toEqual([
      'src/identity/sql.ts:1: identity calls pin() of folio',
    ])
  })

  it('a trigger that runs another’s function is found, and passes as a hook with a reason', () => {
    const trigger = { name: 'products_counted', table: 'products', calls: 'count_click', rows: ['made'] }
    const changed = {
      triggers: [trigger],
      ...withBody('count_click', 'insert into clicks select from made;'),
    }
    expect(problemsOf({ changed })).toEqual([
      'the trigger products_counted on products of folio calls count_click() of clicks',
    ])
    expect(problemsOf({ changed, said: { tableHooks: { products_counted: 'at once' } } })).toEqual([])
    expect(problemsOf({ changed: { triggers: [{ ...trigger, calls: 'refuse' }] } })).toEqual([])
  })

  it('rows that another’s deletion changes are found, unless it is an account’s', () => {
    const cascade = (refersTo: string) =>
      problemsOf({ changed: { cascades: [{ table: 'clicks', refersTo }] } })
    expect(cascade('products')).toEqual([
      'clicks changes with products of folio: only what is of an account or a session does that',
    ])
    expect(cascade('click_days')).toEqual([])
    expect(cascade('users')).toEqual([])
  })
})

describe('a planted map', () => {
  it('that names what is not there is found', () =>
    expect(problemsOf({ changed: { tables: schema.tables.slice(1) } })).toEqual([
      'db/table-owners.ts names click_days, which is not there',
    ]))

  it('that declares what nothing needs is found', () =>
    expect(
      problemsOf({
        said: {
          foreignReads: { clicks: { products: 'once' } },
          foreignLocks: { clicks: { users: 'once' } },
          offeredFunctions: { pin: { to: 'clicks', why: 'once' } },
          tableHooks: { products_counted: 'once' },
          passedTables: { 'src/clicks/sql.ts': ['table'] },
        },
      }),
    ).toEqual(
      [
        'clicks reads products',
        'clicks locks users',
        'clicks calls pin()',
        'the trigger products_counted',
        'src/clicks/sql.ts table',
      ].map((one) => `db/table-owners.ts: nothing needs "${one}"`),
    ))
})
