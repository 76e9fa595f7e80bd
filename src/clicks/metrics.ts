import { sql } from 'kysely'
import { inSeconds, type Source, source } from '../platform/metrics/source.ts'

/** How far the sums of clicks are behind, and whether the coming months have a place. */
export const clickSources: Source[] = [
  source({
    gauges: {
      folio_clicks_unfolded_since_timestamp_seconds: {
        help: 'The quarter of an hour of the oldest click that is not in the sums yet; missing if all are',
      },
      folio_click_months_ahead: {
        help: 'Coming months, of the next two, that have a partition for their clicks',
      },
    },
    read: async (db) => {
      const { rows } = await sql<{ since: Date | null; ahead: number }>`
        select (select min(quarter) from click_deltas) as since,
          (select count(*) from generate_series(1, 2) n where to_regclass(
            'clicks_' || to_char((now() at time zone 'UTC') + n * interval '1 month', 'YYYY_MM')) is not null)::int as ahead`.execute(
        db,
      )
      return {
        folio_clicks_unfolded_since_timestamp_seconds: inSeconds(rows[0]?.since),
        folio_click_months_ahead: rows[0]?.ahead ?? null,
      }
    },
  }),
]
