import { CsvError, parse } from 'csv-parse/sync'
import type { z } from 'zod'
import { recordAudit, requireUnpaid } from '../../audit/index.ts'
import { type Context, inTransaction, requireAdmin } from '../../platform/context.ts'
import { shortRate, toUnits } from '../../shared/amazon/currencies.ts'
import { zoneOf } from '../../shared/dates/time-zone.ts'
import { AppError, invalid } from '../../shared/errors.ts'
import type { RatedMonth, ratesContract } from './contract.ts'
import { exampleOf, meansOf } from './rules.ts'
import {
  countWaiting,
  insertRate,
  lockRates,
  type MonthRow,
  type RateOf,
  selectMonths,
  selectPaidByRates,
  selectRates,
} from './sql.ts'

type Calls = typeof ratesContract
type Answer = z.input<Calls['GET /api/v1/admin/rates']['response']>
type Typed = z.output<Calls['PUT /api/v1/admin/rates/:month/:currency']['body']>
type Filed = z.output<Calls['PUT /api/v1/admin/rates/:month']['body']>
/** `reportTimeZone`: the zone of the days on which months end. */
type Options = { reportTimeZone: string }

const maxMonths = 500

/** Months with orders in other currencies, their rates, and how many orders wait for one. Admins only. */
export async function listRates(context: Context): Promise<Answer> {
  requireAdmin(context)
  const [months, waiting] = await Promise.all([selectMonths(context.db, maxMonths), countWaiting(context.db)])
  return { items: months.map(serializeMonth), waiting }
}

const serializeMonth = ({ amount, purchases, ...row }: MonthRow): RatedMonth => ({
  ...row,
  waiting: row.rates.length > 0 ? 0 : purchases,
  commission: toUnits(amount, row.currency),
  rates: row.rates.map((rate) => ({
    ...rate,
    usd_per_unit: shortRate(rate.usd_per_unit),
    set_at: new Date(rate.set_at).toISOString(),
  })),
})

type Setting = { currency: string; usd_per_unit: string }
type Said = { source: string; reason?: string | undefined; confirmed?: string[] | undefined }

/**
 * Sets a rate by hand (docs/product/ledger.md#rates). The present one again changes nothing. Throws
 * `confirmation_required`, with examples, for a first one and one far from the last, `validation_failed` without a
 * reason for changing a rate and for a month to come, and `forbidden` if it pays the caller while another admin is
 * there.
 */
export async function setRate(
  context: Context,
  { month, currency }: RateOf,
  { usd_per_unit, ...said }: Typed,
  options: Options,
): Promise<Answer> {
  await setRates(context, month, [{ currency, usd_per_unit }], said, options)
  return listRates(context)
}

/** Sets the rates of a month to its means by the European Central Bank's file. Throws like {@link setRate}. */
export async function setMeans(
  context: Context,
  month: string,
  { csv, ...said }: Filed,
  options: Options,
): Promise<Answer> {
  requireAdmin(context)
  const means = meansOf(rowsOf(csv), month)
  if ('problem' in means) throw invalid('csv', means.problem)
  const source = `European Central Bank, average of ${means.days} days`
  await setRates(context, month, means.rates, { ...said, source }, options)
  return listRates(context)
}

function rowsOf(csv: string): string[][] {
  try {
    return parse(csv, { bom: true, relaxColumnCount: true, skipEmptyLines: true })
  } catch (error) {
    if (error instanceof CsvError) throw invalid('csv', 'This file cannot be read as a CSV.')
    throw error
  }
}

async function setRates(
  context: Context,
  month: string,
  rates: Setting[],
  { source, reason, confirmed = [] }: Said,
  { reportTimeZone }: Options,
): Promise<void> {
  const { userId } = requireAdmin(context)
  const today = zoneOf(reportTimeZone).dayOf(context.clock())
  if (month > today.slice(0, 7)) throw invalid('month', 'This month has not begun.')
  await inTransaction(context, async (tx) => {
    await lockRates(tx.db)
    const changes = await changesIn(tx, month, rates)
    if (changes.length === 0) return
    const examples = changes.flatMap(({ example }) => example ?? [])
    if (examples.some((example) => !confirmed.includes(example)))
      throw new AppError(
        'confirmation_required',
        `Please look whether this is right: ${examples.join(', ')}.`,
        { examples },
      )
    if (!reason && changes.some(({ present }) => present))
      throw invalid('reason', 'This month has a rate already. Say why you change it.')
    const of = changes.map(({ currency }) => ({ currency, month }))
    await requireUnpaid(tx, (ids) => selectPaidByRates(tx.db, of, ids))
    for (const { currency, usd_per_unit, present } of changes) {
      const superseding = { supersedes: present?.id ?? null, reason: present ? (reason ?? null) : null }
      await insertRate(
        tx.db,
        { currency, month },
        { usd_per_unit, source, ...superseding },
        { by: userId, at: tx.clock() },
      )
      await recordAudit(tx, {
        action: 'rate.set',
        subject: `${currency} ${month}`,
        details: {
          usd_per_unit,
          source,
          before: present ? shortRate(present.rate) : null,
          reason: superseding.reason,
        },
      })
    }
  })
}

/** The rates that differ from those in force, with the examples by which some have to be confirmed. */
async function changesIn({ db }: Context, month: string, rates: Setting[]) {
  const changes = []
  for (const { currency, usd_per_unit } of rates) {
    const { present, last } = await selectRates(db, { currency, month })
    if (present && shortRate(present.rate) === shortRate(usd_per_unit)) continue
    changes.push({ currency, usd_per_unit, present, example: exampleOf(currency, usd_per_unit, last) })
  }
  return changes
}
