import { sql } from 'kysely'
import type { Clock } from '../platform/clock.ts'
import { type Source, source } from '../platform/metrics/source.ts'
import { utcDay } from '../shared/time.ts'
import type { CallLimits } from './creators/allowance.ts'

/** What is used of the calls that Amazon allows, by all processes together. */
export const amazonSources = ({ perDay }: CallLimits, clock: Clock): Source[] => [
  source({
    gauges: {
      folio_amazon_calls_today: { help: 'Calls of the Creators API on this day (UTC)' },
      folio_amazon_calls_allowed: { help: 'Calls that a day may have (AMAZON_CALLS_PER_DAY)' },
      folio_amazon_paused: { help: '1 during a pause that Amazon asked for' },
    },
    read: async (db) => {
      const { rows } = await sql<{ calls: number; paused: boolean }>`
        select case when day = ${utcDay(clock())}::date then calls else 0 end as calls,
          coalesce(paused_until > clock_timestamp(), false) as paused
        from amazon_calls`.execute(db)
      return {
        folio_amazon_calls_today: rows[0]?.calls ?? 0,
        folio_amazon_calls_allowed: perDay,
        folio_amazon_paused: rows[0]?.paused ? 1 : 0,
      }
    },
  }),
]
