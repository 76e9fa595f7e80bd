import { type Kysely, type Selectable, sql } from 'kysely'
import type { DB, Products } from '../platform/database/schema.ts'
import type { Cursor } from '../shared/cursor.ts'
import { type StoredField, storedFields } from '../shared/fields/owner-fields.ts'
import type { ModerationCase } from './contract.ts'

/** A row of the list, with values that JSON gives as text. */
export type CaseRow = Pick<Selectable<Products>, StoredField> & {
  id: string
  noted_at: Date
  open_reports: number
  reasons: ModerationCase['reasons'] | null
  reports: ModerationCase['reports'] | null
  decisions: ModerationCase['decisions'] | null
  product_id: string | null
  short_link_id: string | null
  asin: string
  image_source: string | null
  product_created_at: Date
  deleted_at: Date | null
  hidden_at: Date | null
  hidden_reason: string | null
  list_id: string | null
  list_slug: string
  list_title: string
  list_words: string | null
  list_cover: string | null
  list_lines: string[] | null
  list_is_public: boolean
  list_created_at: Date
  list_hidden_at: Date | null
  list_hidden_reason: string | null
  account_id: string | null
  first_name: string
  last_name: string
  username: string
  avatar_url: string | null
  cover_url: string | null
  bio: string | null
  links: string[] | null
  role: string
  account_created_at: Date
  suspended_at: Date | null
  suspended_reason: string | null
}

const writtenColumns = sql.join(storedFields.map((name) => sql.ref(`p.${name}`)))

const utc = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** The newest cases after a cursor, open ones or all, each with its content, its newest reports and decisions. */
export async function selectCases(
  db: Kysely<DB>,
  { isOpen, before, limit }: { isOpen: boolean; before?: Cursor | undefined; limit: number },
): Promise<CaseRow[]> {
  const { rows } = await sql<CaseRow>`
    with chosen as materialized (
      select * from moderation_cases c
      where ${isOpen ? sql`c.open_reports > 0` : sql`true`}
        and ${before ? sql`(c.noted_at, c.id) < (${before.createdAt}, ${before.id})` : sql`true`}
      order by c.noted_at desc, c.id desc limit ${limit}
    )
    select c.id, c.noted_at, c.open_reports, c.product_id, p.asin, ${writtenColumns},
      p.image_source, p.created_at as product_created_at, p.deleted_at, p.hidden_at,
      p.hidden_reason, c.list_id, l.slug as list_slug, l.title as list_title, l.words as list_words,
      l.cover_url as list_cover, l.is_public as list_is_public, l.created_at as list_created_at,
      l.hidden_at as list_hidden_at, l.hidden_reason as list_hidden_reason,
      (select json_agg(i.line order by i.position) from (
        select line, position from list_items where list_id = c.list_id and line is not null
        order by position limit 20
      ) as i) as list_lines, a.id as account_id, a.first_name, a.last_name, a.username, a.avatar_url, a.cover_url, a.bio, a.links, u.role,
      u.created_at as account_created_at, u.suspended_at, u.suspended_reason,
      (select s.id from short_links s where s.product_id = p.id and not s.is_of_list
        order by s.created_at limit 1) as short_link_id,
      (select json_object_agg(reason, n) from (
        select reason, count(*) as n from reports where case_id = c.id and closed_at is null group by reason
      ) as given) as reasons,
      (select json_agg(json_build_object('reason', r.reason, 'text', r.text, 'reporter', n.username,
          'created_at', ${utc('r.created_at')}, 'is_open', r.closed_at is null) order by r.created_at desc)
        from (select * from reports where case_id = c.id order by created_at desc limit 5) as r
        left join profiles n on n.id = r.reporter_id) as reports,
      (select json_agg(json_build_object('action', d.action, 'reason', d.reason, 'product_id', d.product_id,
          'list_id', d.list_id, 'by', n.username, 'decided_at', ${utc('d.decided_at')}) order by d.decided_at desc)
        from (
          select * from moderation_decisions where user_id = a.id order by decided_at desc limit 5
        ) as d
        left join profiles n on n.id = d.decided_by) as decisions
    from chosen c
    left join products p on p.id = c.product_id
    left join lists l on l.id = c.list_id
    left join profiles a on a.id = coalesce(c.user_id, p.user_id, l.user_id)
    left join users u on u.id = a.id
    order by c.noted_at desc, c.id desc`.execute(db)
  return rows
}
