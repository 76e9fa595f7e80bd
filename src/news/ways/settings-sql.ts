import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'
import type { Way } from '../../shared/news/ways.ts'
import type { Quiet } from './clock-rules.ts'

type Db = Kysely<DB>

export type ChoiceRow = { user_id: string; kind: string; way: Way; is_on: boolean }

/** What accounts have chosen, of all kinds or of one. */
export const selectChoices = (db: Db, userIds: readonly string[], kind?: string): Promise<ChoiceRow[]> =>
  db
    .selectFrom('news_choices')
    .select(['user_id', 'kind', 'way', 'is_on'])
    .where('user_id', '=', (of) => of.fn.any(of.val(userIds)))
    .$if(kind !== undefined, (all) => all.where('kind', '=', kind ?? ''))
    .execute() as Promise<ChoiceRow[]>

export type NewChoice = {
  userId: string
  kind: string
  way: Way
  isOn: boolean
  by: 'settings' | 'link'
  at: Date
}

/** Records a choice. Returns whether it was another before; `usual` is what holds without one. */
export async function setChoice(
  db: Db,
  { userId, kind, way, isOn, by, at }: NewChoice,
  usual: boolean,
): Promise<boolean> {
  const { rows } = await sql<{ changed: boolean }>`
    with before as (
      select is_on from news_choices where user_id = ${userId} and kind = ${kind} and way = ${way}
    ), made as (
      insert into news_choices (user_id, kind, way, is_on, chosen_by, chosen_at)
      values (${userId}, ${kind}, ${way}, ${isOn}, ${by}, ${at})
      on conflict (user_id, kind, way) do update
        set is_on = excluded.is_on, chosen_by = excluded.chosen_by, chosen_at = excluded.chosen_at
        where news_choices.is_on <> excluded.is_on
    )
    select coalesce((select is_on from before), ${usual}) <> ${isOn} as changed`.execute(db)
  return rows[0]?.changed ?? false
}

export type SettingsRow = {
  user_id: string
  time_zone: string | null
  zone_by: 'browser' | 'hand' | null
  quiet_from: number | null
  quiet_to: number | null
}

/** The settings of accounts; none of those that have set nothing. */
export const selectSettings = (db: Db, userIds: readonly string[]): Promise<SettingsRow[]> =>
  db
    .selectFrom('news_settings')
    .select(['user_id', 'time_zone', 'zone_by', 'quiet_from', 'quiet_to'])
    .where('user_id', '=', (of) => of.fn.any(of.val(userIds)))
    .execute() as Promise<SettingsRow[]>

/** Sets an account's zone. One that a browser says is taken only where none is known. */
export const setZone = (db: Db, userId: string, zone: string, by: 'browser' | 'hand') =>
  sql`
    insert into news_settings (user_id, time_zone, zone_by) values (${userId}, ${zone}, ${by})
    on conflict (user_id) do update set time_zone = excluded.time_zone, zone_by = excluded.zone_by
    where excluded.zone_by = 'hand' or news_settings.time_zone is null`.execute(db)

export const setQuiet = (db: Db, userId: string, quiet: Quiet) =>
  sql`
    insert into news_settings (user_id, quiet_from, quiet_to)
    values (${userId}, ${quiet?.from ?? null}, ${quiet?.to ?? null})
    on conflict (user_id) do update set quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to`.execute(
    db,
  )
