import { type Check, type Checks, count, type Finding } from '../platform/verification.ts'
import { quartersStoredFrom, rawClicksStoredFrom } from './rules.ts'
import {
  type Comparison,
  compareSides,
  counters,
  countRows,
  dayTotals,
  listsByDay,
  oldestMonth,
  peopleByMonths,
  peopleOfAllTime,
  quartersByDay,
  rowsSince,
  type Side,
  selectMisplaced,
  selectWrongEvents,
  sourceDays,
  sourceQuartersByDay,
  sourceRowsSince,
  sourcesSince,
  sourceTotals,
  totalsSince,
} from './verify-sql.ts'

/** The maximum of differences that a check lists. */
const shown = 20

/**
 * Checks that counters, roll-ups with deltas, and rows agree. Rows are compared for the months in which they are
 * stored, quarters of an hour for their 13 months.
 */
export const clickChecks =
  ({ retentionDays }: { retentionDays: number }): Checks =>
  async ({ db, clock }) => {
    await countRows(db)
    const now = clock()
    const kept = latest(await oldestMonth(db), rawClicksStoredFrom(now, retentionDays).toISOString())
    const quarters = latest(kept, quartersStoredFrom(now).toISOString())
    const check = (name: string, ...sides: [Side, Side]): Check => ({
      name,
      find: async () => findingOf(await compareSides(db, sides, shown)),
    })
    return [
      check('click counters equal the people of all time', counters, peopleOfAllTime),
      check(
        'clicks equal their quarters of an hour',
        rowsSince(quarters, 'quarter'),
        totalsSince(quarters, 'quarter'),
      ),
      check('clicks equal their days', rowsSince(kept, 'day'), totalsSince(kept, 'day')),
      check('clicks through lists equal their days', ...listsByDay(kept)),
      check('quarters of an hour equal their days', quartersByDay(quarters), dayTotals(quarters)),
      check('days equal their months', ...peopleByMonths),
      ...(['site', 'country'] as const).flatMap((source) => [
        check(
          `clicks equal their days by ${source}`,
          sourceRowsSince(kept, source),
          sourcesSince(kept, source),
        ),
        check(
          `quarters of an hour equal their days by ${source}`,
          sourceQuartersByDay(quarters, source),
          sourceDays(quarters, source),
        ),
        check(`days by ${source} equal the days’ totals`, ...sourceTotals('-infinity', source, 'day')),
        check(
          `quarters of an hour by ${source} equal their totals`,
          ...sourceTotals(quarters, source, 'quarter'),
        ),
      ]),
      {
        name: 'clicks lie in their months’ partitions',
        find: async () => misplaced(await selectMisplaced(db)),
      },
      {
        name: 'events name one click each',
        find: async () => wrongEvents(await selectWrongEvents(db, kept)),
      },
    ]
  }

const latest = (...instants: string[]) =>
  instants.reduce((one, other) => (one === '-infinity' || new Date(one) < new Date(other) ? other : one))

const findingOf = ({ products, total, differing, examples }: Comparison): Finding => ({
  compared: `${count(total)} clicks of ${count(products)} products`,
  differing,
  examples: examples.map(
    ({ product_id, at, what, first, second }) =>
      `product ${product_id}${at ? `, ${at}` : ''}: ${what} ${count(first)} against ${count(second)}`,
  ),
})

const misplaced = ({ clicks, partitions, wrong }: Awaited<ReturnType<typeof selectMisplaced>>): Finding => ({
  compared: `${count(clicks)} clicks in ${count(partitions)} partitions`,
  differing: wrong.length,
  examples: wrong
    .slice(0, shown)
    .map(({ part, month, clicks: found }) => `${part} holds ${count(found)} of ${month}`),
})

const wrongEvents = ({ events, wrong }: Awaited<ReturnType<typeof selectWrongEvents>>): Finding => ({
  compared: `${count(events)} events`,
  differing: wrong.length,
  examples: wrong
    .slice(0, shown)
    .map(
      ({ event_id, product_id, clicks }) => `product ${product_id}: event ${event_id} names ${count(clicks)}`,
    ),
})
