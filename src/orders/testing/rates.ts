import type pg from 'pg'

/** Sets the dollars for a Canadian one in each of these months. */
export const setCadRates = (pool: pg.Pool, rates: Record<string, number>) =>
  pool.query(
    `insert into exchange_rates (currency, earning_month, usd_per_unit, source, set_at)
     select 'CAD', month, rate::numeric, 'A test', now() from jsonb_each_text($1) as r (month, rate)`,
    [rates],
  )
