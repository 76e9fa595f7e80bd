import { sql } from 'kysely'
import { inSeconds, type Source, source } from '../platform/metrics/source.ts'

/** More are not counted: the number is looked at every few seconds. */
const maxCounted = 10_000

/** How far matching and the ledger are behind the reports. */
export const orderSources: Source[] = [
  source({
    gauges: {
      folio_orders_waiting: {
        help: `Orders that wait to be matched (match), or to be posted to the ledger (post); ${maxCounted} at most`,
        labels: ['step'],
      },
      folio_orders_waiting_since_timestamp_seconds: {
        help: 'When the oldest of these orders last changed; missing where none waits',
        labels: ['step'],
      },
    },
    read: async (db) => {
      const { rows } = await sql<{ step: string; waiting: number; since: Date | null }>`
        select 'match' as step, count(*)::int as waiting, min(o.updated_at) as since
        from (select order_item_id from orders_to_match limit ${maxCounted}) q
          join amazon_orders o using (order_item_id)
        union all
        select 'post', count(*)::int, min(o.updated_at)
        from (select order_item_id from orders_to_post limit ${maxCounted}) q
          join amazon_orders o using (order_item_id)`.execute(db)
      return {
        folio_orders_waiting: rows.map(({ step, waiting }) => ({ labels: { step }, value: waiting })),
        folio_orders_waiting_since_timestamp_seconds: rows.flatMap(({ step, since }) => {
          const value = inSeconds(since)
          return value === null ? [] : [{ labels: { step }, value }]
        }),
      }
    },
  }),
]
