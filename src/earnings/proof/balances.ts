import { sql } from 'kysely'
import type { Context } from '../../platform/context.ts'
import { type Check, type Checks, checkByLines, count } from '../../platform/verification.ts'
import { type Balance, balancesOf } from '../reading/balances.ts'
import { type LedgerOptions, reportDay } from '../reading/serialize.ts'
import { countedFrom, selectSums, wrongReleaseDays } from './balances-sql.ts'

/** Checks the days from which rows count as posted, and balances, both from the rows themselves. */
export const balanceChecks =
  (options: LedgerOptions): Checks =>
  async (snapshot) => [
    checkByLines(snapshot, 'ledger rows count as posted from the day of their calendar or release', {
      all: sql`select count(*) from (${countedFrom}) c`,
      unit: 'days of months',
      wrong: wrongReleaseDays,
    }),
    checkBalances(snapshot, options),
  ]

/** How many payees are compared at once. */
const batchSize = 2_000

/**
 * Balances come from sums of quarters of an hour; here they are counted again, row by row
 * (docs/product/ledger.md#balances).
 */
const checkBalances = (snapshot: Context, options: LedgerOptions): Check => ({
  name: 'balances equal their ledger rows, and no more is held than is left',
  find: async () => {
    const rows = await selectSums(snapshot.db, reportDay(snapshot, options))
    const problems: string[] = []
    for (let first = 0; first < rows.length; first += batchSize) {
      const some = rows.slice(first, first + batchSize)
      const ids = some.map(({ payee_id }) => payee_id)
      const balances = await balancesOf(snapshot, ids, options)
      for (const { payee_id, posted, pending, paid, of_held, is_held } of some) {
        const balance = balances.get(payee_id)
        const left = Math.max(0, posted - paid)
        const held = is_held ? left : Math.max(0, Math.min(of_held, left))
        const counted = { posted, pending, paid, held, available: posted - paid - held }
        if (!balance || textOf(balance) !== textOf(counted))
          problems.push(`payee ${payee_id}: ${balance && textOf(balance)} against ${textOf(counted)}`)
      }
    }
    return {
      compared: `${count(rows.length)} payees`,
      differing: problems.length,
      examples: problems.slice(0, 20),
    }
  },
})

const textOf = ({ posted, pending, paid, held, available }: Balance) =>
  `${posted} posted, ${pending} pending, ${paid} paid, ${held} held, ${available} available`
