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

/** What Amazon paid too little for the last month that it has paid, in cents, and for the one before. */
const shortfalls = [1_250, 420]

/**
 * Records what Amazon paid for the months of the year, each 60 days after its end. The last one lacks something and
 * waits; what lacks of the one before the platform bears. Nothing is recorded twice. From then on the setting decides
 * what months are posted by.
 */
export async function receivePayments(world: World, { adminId, end }: Year): Promise<void> {
  const months = { from: dayOf(after(end, -400 * dayMs)).slice(0, 7), to: dayOf(end).slice(0, 7) }
  const paid = (await reportedMonths(contextAt(world, end), months))
    .map((one) => ({
      ...one,
      at: paidAt(one.month),
      cents: one.own.creators + one.own.nobodys + one.own.underReview,
    }))
    .filter(({ at, cents }) => at < end && cents > 2 * Math.max(...shortfalls))
    .sort((one, other) => other.month.localeCompare(one.month))
  for (const [index, { at, month, marketplace, cents }] of paid.entries()) {
    const context = adminAt(world, adminId, at)
    const monthNow = async () =>
      (await listReceipts(context, { year: Number(month.slice(0, 4)) }, world.earnings)).items.find(
        (one) => one.month === month && one.marketplace === marketplace,
      )
    const amount = (cents - (shortfalls[index] ?? 0)) / 100
    const receipt = {
      ...{ marketplace: marketplace as 'us', received_on: dayOf(at), reference: `AMZN-${month}`, amount },
      lines: [{ kind: 'commissions' as const, month, amount }],
    }
    if ((await monthNow())?.received === 0) await recordReceipt(context, receipt, world.earnings)
    const { rule, released, difference = 0 } = (await monthNow()) ?? {}
    if (index !== 1 || rule !== 'receipt' || released || difference >= 0) continue
    const how = { how: 'platform', reason: 'Too little to ask Amazon for.' } as const
    await releaseByHand(context, { marketplace, month }, how, world.earnings)
  }
  await noteReleaseRule(contextAt(world, end), world.earnings)
}

const dayOf = (at: Date) => at.toISOString().slice(0, 10)

/** How long ago the demo's creators said where they are paid. */
const daysOfDetails = 20

/** Sixty days after the end of a month, at noon. */
function paidAt(month: string): Date {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return after(new Date(Date.UTC(year, number, 0, 20)), 60 * dayMs)
}

/**
 * Pays some creators, one of whom the provider refuses, while another one is held. What an interrupted run has done is
 * not done again.
 */
export async function payCreators(
  world: World,
  creators: readonly Person[],
  userIds: ReadonlyMap<Person, string>,
  { adminId, end }: Year,
): Promise<void> {
  const [held, ...paid] = creators.slice(0, 7)
  await proveAddresses(world.db, creators.slice(0, 7).map(emailOf), after(end, -30 * dayMs))
  for (const [index, person] of paid.entries())
    await enterDetails(
      world,
      person,
      index,
      after(end, -daysOfDetails * dayMs),
      userIds.get(person) as string,
    )
  await ageDetails(
    world.owner.pool,
    paid.map((person) => userIds.get(person) as string),
    daysOfDetails,
  )
  const context = adminAt(world, adminId, end)
  const { items: holds } = await listHolds(context, {})
  if (held && holds.length === 0)
    await setHold(context, {
      of: { kind: 'creator', username: await selectUsername(world.db, emailOf(held)) },
      reason: 'We look into clicks that came all at once.',
    })
  await payWhoIsDue(world, context)
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

async function payWhoIsDue(world: World, context: Context): Promise<void> {
  const deps = { ...world.earnings, ...world.payouts }
  const { total, due } = await listDue(context, deps)
  const [newest] = (await listRuns(context, {})).items
  if (!newest && due.length === 0) return
  const run = newest ?? (await draftRun(context, { total }, deps))
  if (run.state === 'draft') await approveRun(context, run.id, deps)
  await markSent(context, run.id, deps)
  const { items } = await listLines(context, run.id, {})
  for (const [index, { id, state }] of items.entries()) {
    if (state !== 'sent') continue
    const result =
      index === 1
        ? ({ state: 'failed', reason: 'The account is closed.' } as const)
        : ({ state: 'paid', provider_reference: `T-${1041 + index}` } as const)
    await setResult(context, id, { from: 'sent', ...result }, deps)
  }
}
