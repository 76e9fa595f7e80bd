import { noteFirstFee, noteReleaseRule } from '../../../src/earnings/index.ts'
import { reportedMonths } from '../../../src/orders/index.ts'
import {
  approveRun,
  changeOwnDetails,
  draftRun,
  listDue,
  listHolds,
  listLines,
  listReceipts,
  listRuns,
  markSent,
  readOwnDetails,
  recordReceipt,
  releaseByHand,
  setHold,
  setResult,
} from '../../../src/payouts/index.ts'
import type { Context } from '../../../src/platform/context.ts'
import { monthAfter } from '../../../src/shared/payouts/months.ts'
import { dayMs } from '../../../src/shared/time.ts'
import { after } from '../calendar.ts'
import { emailOf, type Person } from '../cast/people.ts'
import { contextAt, type World } from '../world.ts'
import { demoPassword } from './accounts.ts'
import { ageDetails, proveAddresses, selectUsername } from './sql.ts'

type Year = { adminId: string; end: Date }

const adminAt = (world: World, adminId: string, at: Date): Context => ({
  ...contextAt(world, at),
  actor: { userId: adminId, sessionId: adminId, role: 'admin' },
})

/** Has the months of a new demo be posted by what Amazon has paid, so that there is something to release. */
export async function goByReceipts(world: World, begin: Date): Promise<void> {
  await noteFirstFee(contextAt(world, begin), world.earnings)
  await noteReleaseRule(contextAt(world, begin), { ...world.earnings, release: 'receipt' })
}

/** From when on months go by the setting. */
export const goBySetting = (world: World, { end }: Pick<Year, 'end'>): Promise<void> =>
  noteReleaseRule(contextAt(world, end), world.earnings)

const dayOf = (at: Date) => at.toISOString().slice(0, 10)

/** Sixty days after the end of a month, in the evening. */
function paidAt(month: string): Date {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return after(new Date(Date.UTC(year, number, 0, 20)), 60 * dayMs)
}

/** The months that Amazon has paid for when the year ends, the oldest first. */
function paidMonths(end: Date): string[] {
  const months: string[] = []
  for (
    let month = dayOf(after(end, -400 * dayMs)).slice(0, 7);
    paidAt(month) < end;
    month = monthAfter(month)
  )
    months.push(month)
  return months
}

/** What Amazon paid too little, in cents: for the last month that it has paid, and for the one before. */
const shortfalls = [1_250, 420]

/**
 * Records what Amazon has paid `until` then for the months of the year, each 60 days after its end. The last one lacks
 * something and waits; what lacks of the one before the platform bears. Nothing is recorded twice.
 */
export async function receivePayments(world: World, { adminId, end }: Year, until: Date): Promise<void> {
  const months = paidMonths(end)
  const [from, to] = [months[0], months.filter((month) => paidAt(month) < until).at(-1)]
  if (!from || !to) return
  for (const { month, marketplace, own } of await reportedMonths(contextAt(world, until), { from, to })) {
    const reported = own.creators + own.nobodys + own.underReview
    if (reported <= 0) continue
    const shortfall = shortfalls[months.length - 1 - months.indexOf(month)] ?? 0
    const cents = reported > 2 * shortfall ? reported - shortfall : reported
    const context = adminAt(world, adminId, paidAt(month))
    const monthNow = async () =>
      (await listReceipts(context, { year: Number(month.slice(0, 4)) }, world.earnings)).items.find(
        (one) => one.month === month && one.marketplace === marketplace,
      )
    const amount = cents / 100
    const receipt = {
      ...{ marketplace: marketplace as 'us', received_on: dayOf(paidAt(month)), reference: `AMZN-${month}` },
      ...{ amount, lines: [{ kind: 'commissions' as const, month, amount }] },
    }
    if ((await monthNow())?.received === 0) await recordReceipt(context, receipt, world.earnings)
    const { rule, released, difference = 0 } = (await monthNow()) ?? {}
    if (month !== months.at(-2) || rule !== 'receipt' || released || difference >= 0) continue
    const how = { how: 'platform', reason: 'Too little to ask Amazon for.' } as const
    await releaseByHand(context, { marketplace, month }, how, world.earnings)
  }
}

/** How long ago the demo's creators said where they are paid. */
const daysOfDetails = 240

/** Those whom money is about: one of them is held, and is not the first, whom everybody signs in as. */
const withMoney = (creators: readonly Person[]) => {
  const some = creators.slice(0, 7)
  return { held: some.at(-1), paid: some.slice(0, -1) }
}

/** Has creators say where they are paid. */
export async function enterAllDetails(
  world: World,
  creators: readonly Person[],
  userIds: ReadonlyMap<Person, string>,
  { end }: Pick<Year, 'end'>,
): Promise<void> {
  const { held, paid } = withMoney(creators)
  const at = after(end, -daysOfDetails * dayMs)
  const addresses = [...paid, ...(held ? [held] : [])].map(emailOf)
  await proveAddresses(world.db, addresses, after(at, -dayMs))
  for (const [index, person] of paid.entries())
    await enterDetails(world, person, index, at, userIds.get(person) as string)
  await ageDetails(
    world.owner.pool,
    paid.map((person) => userIds.get(person) as string),
    daysOfDetails,
  )
}

/**
 * Pays creators `until` then: three days after each month that Amazon has paid, and what came last on the day before
 * the year ends. What an interrupted run has done is not done again.
 */
export async function payCreators(
  world: World,
  creators: readonly Person[],
  { adminId, end }: Year,
  until: Date,
): Promise<void> {
  const [first] = creators
  if (!first) return
  // Amazon has not paid all of the last month, so it is not posted.
  const months = paidMonths(end).slice(0, -1)
  const times = months.map((month, index) =>
    index === months.length - 1 ? after(end, -dayMs) : after(paidAt(month), 3 * dayMs),
  )
  for (const [index, at] of times.entries())
    if (at > after(end, -daysOfDetails * dayMs) && at < until)
      await payWhoIsDue(world, { adminId, first, at, later: times.length - 1 - index })
}

/** Holds what one creator has. */
export async function holdOne(
  world: World,
  creators: readonly Person[],
  { adminId, end }: Year,
): Promise<void> {
  const { held } = withMoney(creators)
  const context = adminAt(world, adminId, after(end, -5 * dayMs))
  if (!held || (await listHolds(context, {})).items.some(({ creator }) => creator)) return
  await setHold(context, {
    of: { kind: 'creator', username: await selectUsername(world.db, emailOf(held)) },
    reason: 'We look into clicks that came all at once.',
  })
}

async function enterDetails(world: World, person: Person, index: number, at: Date, userId: string) {
  const { identity } = world.services
  const { key, limit } = world.payouts
  const context = contextAt(world, at, userId)
  const { current, coming } = await readOwnDetails(context, { key, identity })
  if (current || coming) return
  const details = {
    ...{ method: index % 3 === 2 ? ('wise' as const) : ('paypal' as const), account: emailOf(person) },
    ...{ legal_name: `${person.firstName} ${person.lastName}`, country: index % 2 ? 'US' : 'DE' },
  }
  await changeOwnDetails(context, { ...details, password: demoPassword }, { key, limit, identity })
}

/** When a payout is made, and how many are made later. */
type Payout = { adminId: string; first: Person; at: Date; later: number }

/**
 * Drafts, approves and sends a payout. The last one has not arrived yet. In the one before a payment fails, which is
 * not the first creator's.
 */
async function payWhoIsDue(world: World, { adminId, first, at, later }: Payout): Promise<void> {
  const deps = { ...world.earnings, ...world.payouts }
  const context = adminAt(world, adminId, at)
  const known = (await listRuns(context, {})).items.find(({ drafted_at }) => drafted_at === at.toISOString())
  const { total, due } = await listDue(context, deps)
  if (!known && due.length === 0) return
  const run = known ?? (await draftRun(context, { total }, deps))
  if (run.state === 'draft') await approveRun(context, run.id, deps)
  await markSent(context, run.id, deps)
  if (later === 0) return
  const nextDay = adminAt(world, adminId, after(at, dayMs))
  const { items } = await listLines(context, run.id, {})
  const firstName = await selectUsername(world.db, emailOf(first))
  const failing = later === 1 ? items.find(({ username }) => username !== firstName) : undefined
  for (const [index, { id, state }] of items.entries()) {
    if (state !== 'sent') continue
    const result =
      id === failing?.id
        ? ({ state: 'failed', reason: 'The account is closed.' } as const)
        : ({ state: 'paid', provider_reference: `T-${1041 + 20 * later + index}` } as const)
    await setResult(nextDay, id, { from: 'sent', ...result }, deps)
  }
}
