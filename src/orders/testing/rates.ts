import type pg from 'pg'

/** Makes a Canadian dollar one US dollar in these years, for tests that are not about rates. */
export const setEqualRates = (pool: pg.Pool, { from, until }: { from: string; until: string }) =>
  pool.query(
    `insert into exchange_rates (currency, earning_month, usd_per_unit, source, set_at)
     select 'CAD', to_char(month, 'YYYY-MM'), 1, 'A test', now()
     from generate_series($1::date, $2::date, interval '1 month') as month`,
    [from, until],
  )
