import { expect } from 'vitest'
import type { Creator } from './stage.ts'
import type { Year } from './year.ts'

const minimum = 1_000
/** How many creators are asked each month: all of them would take as long as the year itself. */
const asked = 25

/**
 * What creators read of their money (docs/product/earnings.md#what-is-next): the sentence, and their months, which add
 * up to the balance.
 */
export async function compareTold(year: Year) {
  const { stage, model, random } = year
  const today = stage.today()
  for (let n = 0; n < asked; n++) {
    const creator = random.between(0, stage.people.length - 1)
    const person = stage.people[creator]
    if (!person || person.isGone) continue
    const { next } = await stage.get(`balances/${person.username}`)
    expect({ ...next, amount: Math.round(next.amount * 100) }, person.username).toMatchObject(
      toldOf(year, creator, person),
    )
    const { posted, pending, paid } = model.balanceOf(creator, today)
    const { months, before, other } = await stage.monthsOf(person, paid)
    const expected = model.monthsOf(creator, today)
    expect(other).toBe((expected.get('')?.posted ?? 0) + (expected.get('')?.pending ?? 0))
    let sum = other + (before?.cents ?? 0)
    for (const { month, posted_cents, pending_cents } of months) {
      const { posted: ofMonth, pending: waiting } = expected.get(month) ?? { posted: 0, pending: 0 }
      expect({ month, posted_cents, pending_cents }).toEqual({
        ...{ month, posted_cents: ofMonth, pending_cents: waiting },
      })
      sum += posted_cents + pending_cents
    }
    expect(sum).toBe(posted + pending)
  }
}

/** Which sentence a creator reads. */
export const toldKind = (year: Year, creator: number): string => {
  const { kind } = toldOf(year, creator, year.stage.people[creator] as Creator)
  return typeof kind === 'string' ? kind : ''
}

/** The first that is true. */
function toldOf({ stage, model, open }: Year, creator: number, { isProven, hasDetails }: Creator) {
  const { available, held, pending } = model.balanceOf(creator, stage.today())
  if (available < 0) return { kind: 'negative', amount: available }
  if (available + held === 0 && pending <= 0) return { kind: 'nothing', amount: 0 }
  const isAsked = open.some((line) => line.creator === creator && line.state === 'asked')
  if (isAsked && available + held > 0) return { kind: 'attention', amount: available + held }
  if (available < minimum && held > 0) return { kind: 'held', amount: available + held }
  if (!isProven) return { kind: 'unproven' }
  if (!hasDetails) return { kind: 'no_details' }
  if (available >= minimum) return { kind: 'ready', amount: available, when: 'ready' }
  if (available > 0) return { kind: 'below_minimum', amount: available }
  return { kind: expect.stringMatching(/^(coming|below_minimum)$/) }
}
