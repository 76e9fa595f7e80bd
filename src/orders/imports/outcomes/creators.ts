import type { z } from 'zod'
import type { Context } from '../../../platform/context.ts'
import { centsToUsd } from '../../../shared/money.ts'
import type { byCreator, undoEffect } from './contract.ts'
import { selectUsernames } from './creators-sql.ts'
import type { CreatorCents, StoredEffect } from './tally-rules.ts'

/** Creators' shares of a change in dollars, with their present usernames. */
export async function presentCreators(
  { db }: Context,
  creators: CreatorCents[],
): Promise<z.input<typeof byCreator>> {
  const names = await selectUsernames(
    db,
    creators.flatMap(({ payee_id }) => payee_id ?? []),
  )
  return creators.map(({ payee_id, orders, cents }) => ({
    payee_id,
    username: (payee_id && names.get(payee_id)) ?? null,
    orders,
    commission: centsToUsd(cents),
  }))
}

/** The sum of all other creators, in dollars. */
export const presentOthers = (others: StoredEffect['other_creators']) =>
  others && { creators: others.creators, orders: others.orders, commission: centsToUsd(others.cents) }

/** What undoing an import changes, in dollars. */
export const presentEffect = async (
  context: Context,
  { orders, cents, creators, other_creators, is_at_most }: StoredEffect,
): Promise<z.input<typeof undoEffect>> => ({
  orders,
  commission: centsToUsd(cents),
  creators: await presentCreators(context, creators),
  other_creators: presentOthers(other_creators),
  is_at_most,
})
