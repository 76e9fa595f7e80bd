import { refoldNamed } from '../merge-sql.ts'

/** The id of no import. */
export const noImport = '00000000-0000-0000-0000-000000000000'

/** The statement that applies the decisions on twins from a number on to what pays. Its row says what changed. */
export function decidedStatement(firstNote: number): string {
  const notes = `from twin_decisions d where d.id >= ${firstNote}`
  return refoldNamed({
    named: `
      select d.folio_item_id as order_item_id, null::text as fee_key, false as is_reported, null::uuid as counting_id
      ${notes}
      union all
      select d.fee_item_id, (select fee_key from fee_rows where order_item_id = d.fee_item_id limit 1), false, null
      ${notes}`,
    at: `(select decided_at from twin_decisions where id = ${firstNote})`,
    importId: noImport,
    isAlone: true,
  })
}

/**
 * The statements that have all orders of a marketplace pay by its present ship date, where that differs from
 * `before`; the row of the last one says what changed (decision 42).
 */
export function turnOverStatements(marketplace: string, before: string | null): string[] {
  const now = `paying_date('${marketplace}')`
  const folio = `d.format = 'folio_csv' and d.day >= ${now}`
  const fee = `d.format = 'fee_earnings' and d.day < ${now}`
  return [
    `update import_days d set pays = false, counts = false
    where d.marketplace = '${marketplace}' and d.pays and (${folio} or ${fee})`,
    `update import_days d set pays = true
    where d.marketplace = '${marketplace}' and not d.pays and d.format <> 'fee_orders' and not (${folio} or ${fee})`,
    `update import_days d set counts = true
    from (
      select distinct on (s.day) s.import_id, s.day
      from import_days s join import_batches b on b.id = s.import_id
      where s.marketplace = '${marketplace}' and s.format = 'fee_earnings' and s.stands and s.pays
      order by s.day, b.report_as_of desc, b.file_hash desc
    ) newest
    where d.import_id = newest.import_id and d.day = newest.day and not d.counts`,
    refoldNamed({
      named: betweenDates(marketplace, before),
      at: `(select set_at from paying_dates where marketplace = '${marketplace}' order by id desc limit 1)`,
      importId: noImport,
    }),
  ]
}

/** The orders and rows on days for which another format pays than before. */
function betweenDates(marketplace: string, before: string | null): string {
  const now = `paying_date('${marketplace}')`
  const from = before === null ? now : `least(${now}, date '${before}')`
  const until = before === null ? now : `greatest(${now}, date '${before}')`
  return `
    select o.order_item_id, null::text as fee_key, false as is_reported, null::uuid as counting_id
    from order_observations o join import_batches b on b.id = o.batch_id
    where b.marketplace = '${marketplace}' and b.format = 'folio_csv' and o.order_date >= ${from}
      ${before === null ? '' : `and o.order_date < ${until}`}
    union all
    select r.order_item_id, r.fee_key, false, case when d.counts then r.observation_id end
    from fee_rows r join import_batches b on b.id = r.import_id
    join import_days d on d.import_id = r.import_id and d.day = r.day
    where b.marketplace = '${marketplace}' and r.order_item_id is not null and r.day < ${until}
      ${before === null ? '' : `and r.day >= ${from}`}`
}

/** The statement that counts them. */
export const countBetweenDates = (marketplace: string, before: string | null): string =>
  `select count(distinct order_item_id)::int as count from (${betweenDates(marketplace, before)}) named`
