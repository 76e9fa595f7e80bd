import type { z } from 'zod'
import type { Context } from '../../../platform/context.ts'
import { centsToUsd } from '../../../shared/money.ts'
import type { byCreator, undoEffect } from './contract.ts'
import { selectUsernames } from './creators-sql.ts'
import type { CreatorCents, KeptEffect } from './tally-rules.ts'

/** Creators' shares of a change, with who they are now. */
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

/** Those beyond, together. */
export const presentOthers = (others: KeptEffect['other_creators']) =>
  others && { creators: others.creators, orders: others.orders, commission: centsToUsd(others.cents) }

/** What undoing changes. */
export const presentEffect = async (
  context: Context,
  { orders, cents, creators, other_creators, is_at_most }: KeptEffect,
): Promise<z.input<typeof undoEffect>> => ({
  orders,
  commission: centsToUsd(cents),
  creators: await presentCreators(context, creators),
  other_creators: presentOthers(other_creators),
  is_at_most,
})
