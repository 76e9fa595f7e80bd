import type pg from 'pg'

type Rates = { from: string; until: string; usdPerUnit?: number }

/** Makes a Canadian dollar so many US dollars in these years, one by default: for tests that are not about rates. */
export const setEqualRates = (pool: pg.Pool, { from, until, usdPerUnit = 1 }: Rates) =>
  pool.query(
    `insert into exchange_rates (currency, earning_month, usd_per_unit, source, set_at)
     select 'CAD', to_char(month, 'YYYY-MM'), $3, 'A test', now()
     from generate_series($1::date, $2::date, interval '1 month') as month`,
    [from, until, usdPerUnit],
  )
