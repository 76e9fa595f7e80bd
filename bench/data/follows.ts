import type pg from 'pg'
import { inBulk } from './bulk.ts'
import type { DataSize } from './size.ts'

/** More pairs are drawn than wanted, since a pair may be drawn twice. */
const drawnForOne = 1.4

/** Makes the follows of a year: few people have very many followers, and one person follows very many. */
export async function makeFollows(client: pg.ClientBase, size: DataSize): Promise<void> {
  await inBulk(client, ['followers'], async () => {
    await makeReader(client, size)
    await makeFans(client, size)
  })
  await client.query(`update follow_counts c set followers_count = followers, following_count = following
    from (
      select user_id, sum(follower) as followers, sum(followed) as following
      from (
        select following_id as user_id, 1 as follower, 0 as followed from followers
        union all select follower_id, 0, 1 from followers
      ) as ends
      group by user_id
    ) as counted
    where c.user_id = counted.user_id`)
}

/** The middle person follows every second one of all, or where these are more than 10,000, 5,000 of them evenly. */
async function makeReader(client: pg.ClientBase, { people }: DataSize): Promise<void> {
  await client.query(
    `create temporary table reader on commit drop as
     select n, id from person where n = 1 + $1::int / 2`,
    [people],
  )
  await insert(
    client,
    `select reader.n as fan, star.n as star from reader, person as star
     where star.n % $1::int = 0 and star.n <> reader.n`,
    [Math.max(2, Math.ceil(people / 5_000))],
  )
}

async function makeFans(client: pg.ClientBase, { people, follows }: DataSize): Promise<void> {
  const { rows } = await client.query('select count(*)::int as done from followers')
  await insert(
    client,
    `select fan, star from (
       select distinct 1 + link % $1::int as fan, 1 + floor($1::int * power(random(), 3))::int as star
       from generate_series(1, $2::int) as link
     ) as drawn
     where fan <> star and fan <> (select n from reader)
     order by random() limit $3::int`,
    [people, Math.ceil(follows * drawnForOne), follows - rows[0].done],
  )
}

/** Writes pairs of a follower's and a followed person's numbers, in their order, spread over the year. */
const insert = (client: pg.ClientBase, pairs: string, parameters: number[]) =>
  client.query(
    `insert into followers (id, follower_id, following_id, created_at)
     select uuidv7(age), fan.id, star.id, now() + age
     from (
       select fan, star, position, (position - 1 - count(*) over ()) * (interval '1 year' / count(*) over ()) as age
       from (select fan, star, row_number() over () as position from (${pairs}) as pair) as numbered
     ) as aged
     join person as fan on fan.n = fan
     join person as star on star.n = star
     order by position`,
    parameters,
  )
