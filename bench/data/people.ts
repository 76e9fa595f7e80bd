import type pg from 'pg'
import type { DataSize } from './size.ts'

/** Makes accounts with profiles, `creator-1` and so on, of frequent and of rare names. Most have a proven address. */
export async function makePeople(client: pg.ClientBase, { people }: DataSize): Promise<void> {
  await client.query(
    `create temporary table person on commit drop as
     select n, uuidv7(n * (interval '1 week' / $1::int) - interval '1 year') as id,
       format('creator-%s', n) as username, now() - interval '1 year' as since
     from generate_series(1, $1::int) as n`,
    [people],
  )
  await client.query('analyze person')
  await client.query(`insert into users (id, email, email_verified_at, created_at, updated_at)
    select id, username || '@example.org', case when n % 10 <> 5 then since end, since, since from person order by n`)
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
  // Or each figure would be measured beside the writing and mailing of everyone's week.
  await client.query(
    `insert into weekly_note_marks (user_id, week) select id, date_trunc('week', now()) from person`,
  )
}

const words = (text: string) => text.trim().split(/\s+/)

/** From frequent to rare. */
const firstNames = words(`
  Maya Kofi Inés Theo Sora Lena Adam Noor Zoë Mateo Anna José Yuki Chloé Omar Søren Priya Luca Marie Björn Amara
  Jürgen Elif Tomás Grace Łukasz Nadia Hugo Renée Ivan Léa Samuel Mónica Ravi Ingrid Diego Åsa Kenji Fatima Émile
  Rosa André Mei Oskar Núria Jonas Sofía Femi Žofia Daniel Aoife Pál Leïla Viktor Beyza Raúl Hana Florian Siân Chidi`)

/** From frequent to rare. */
const lastNames = words(`
  Okafor Lindqvist Moreau Tanaka Silva Novák García Müller Rossi Sato Jensen Nguyễn Kowalski López Dubois Andersson
  Şahin Haddad Ferreira Schmidt Murphy Çelik Pérez Ivanova Björk Mensah Costa Fernández Nagy Laurent Hansen Adeyemi
  Bianchi Muñoz Fischer Kovács Petit Sørensen Reyes Yılmaz Weber Castellanos Dvořák Ito Martínez Larsen Gonçalves Ozturk
  Fontaine Krüger Solheim Vázquez Marchetti Østergaard Bauer Lefèvre Szabó Rahman Quiñones Steiner Grünwald Achterberg
  Þorsteinsdóttir Wąsik Villanueva Abernathy Horvath Deschênes Takahashi Ngata Featherstone Ibáñez Brânză Zetterström`)
