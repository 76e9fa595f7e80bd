import { expect } from 'vitest'
import { createRandom } from '../../../../tests/chaos/random.ts'
import { decideByHand } from './deciding.ts'
import { createModel } from './model.ts'
import { compareNotes } from './noting.ts'
import { followUp, payOut } from './paying.ts'
import { holdUnpaid, receive, releaseShort } from './receiving.ts'
import { rate, report } from './reporting.ts'
import { openStage } from './stage.ts'
import { compareTold } from './telling.ts'
import { monthAt, type Year } from './year.ts'

/** On this day of the month after it, a month is reported, and others are paid. */
const workingDay = '06'

/**
 * Plays so many months of orders, and three more in which Amazon and creators are paid, by the app's calls and by the
 * model, and compares both each month: balances, who is due, what creators read of their money and their weeks, the
 * books. `npm run verify` is asked every `verifyEvery` months, and at the end.
 */
export async function playYear({
  creators,
  months,
  seed,
  verifyEvery,
}: {
  creators: number
  months: number
  seed: number
  verifyEvery: number
}): Promise<void> {
  const year: Year = {
    stage: await openStage(creators),
    model: createModel({ firstByReceipt: '2026-01' }),
    random: createRandom(seed),
    ...{ open: [], late: [], lateOrders: [], holds: [], closed: new Map(), number: 0 },
    ...{ unrated: new Set(), superseded: new Set(), readers: { count: 0 } },
  }
  try {
    for (let index = 0; index < months + 3; index++) {
      await year.stage.goTo(`${monthAt(index + 1)}-${workingDay}`)
      await rate(year, monthAt(index), index >= months + 2)
      await report(year, monthAt(index), index < months)
      await receive(year, monthAt(index - 2))
      await releaseShort(year)
      await decideByHand(year)
      await followUp(year)
      await holdUnpaid(year)
      await payOut(year)
      await compare(year)
      await compareTold(year)
      await compareNotes(year, index)
      if (index % verifyEvery === verifyEvery - 1 || index === months + 2)
        expect(await year.stage.wrong()).toBe('')
    }
  } finally {
    await year.stage.close()
  }
}

/** Everybody's balance, and the books: the accounts of each month, and that those that are closed stay as they were. */
async function compare({ stage, model, closed }: Year) {
  const today = stage.today()
  const balances = await stage.balances()
  const [said, expected] = [{}, {}] as Record<string, unknown>[]
  for (const [creator, { payeeId }] of stage.people.entries()) {
    Object.assign(said as object, { [creator]: balances.get(payeeId) })
    Object.assign(expected as object, { [creator]: model.balanceOf(creator, today) })
  }
  expect(said).toEqual(expected)
  const years = [2025, 2026, 2027].filter((year) => `${year}` <= today.slice(0, 4))
  const months = (await Promise.all(years.map((year) => stage.get(`books?year=${year}`)))).flatMap(
    ({ items }) => items,
  )
  const cents = (of: Record<string, number>) =>
    Object.fromEntries(Object.entries(of).map(([account, usd]) => [account, Math.round(usd * 100)]))
  expect(Object.fromEntries(months.map(({ month, balance }) => [month, cents(balance)]))).toEqual(
    Object.fromEntries(model.bookedMonths().map((month) => [month, model.accountsAt(month)])),
  )
  for (const month of months) {
    expect(Object.values(cents(month.change)).reduce((sum, one) => sum + one, 0)).toBe(0)
    if (month.closed_at === null) continue
    if (!closed.has(month.month)) closed.set(month.month, month)
    expect(month).toEqual(closed.get(month.month))
  }
}
