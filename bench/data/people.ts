import type pg from 'pg'
import type { DataSize } from './fill.ts'
import { firstNames, lastNames } from './names.ts'

/** Makes accounts with profiles, `creator-1` and so on, of frequent and of rare names. */
export async function makePeople(client: pg.ClientBase, { people }: DataSize): Promise<void> {
  await client.query(
    `create temporary table person on commit drop as
     select n, uuidv7(n * (interval '1 week' / $1::int) - interval '1 year') as id,
       format('creator-%s', n) as username, now() - interval '1 year' as since
     from generate_series(1, $1::int) as n`,
    [people],
  )
  await client.query('analyze person')
  await client.query(`insert into users (id, email, created_at, updated_at)
    select id, username || '@example.org', since, since from person order by n`)
  await client.query(`insert into usernames (username, user_id, created_at)
    select username, id, since from person order by n`)
  await client.query(
    `insert into profiles (id, first_name, last_name, username, bio, created_at, updated_at)
     select id, ($1::text[])[1 + floor(cardinality($1) * power(random(), 2))],
       ($2::text[])[1 + floor(cardinality($2) * power(random(), 2))], username,
       'Small things for a calm home, tried for a month before they are shared.', since, since
     from person order by n`,
    [firstNames, lastNames],
  )
  await client.query('insert into payees (user_id, created_at) select id, since from person order by n')
}
