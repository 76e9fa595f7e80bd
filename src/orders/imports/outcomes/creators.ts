import type { z } from 'zod'
import type { Context } from '../../../platform/context.ts'
import { toUnits } from '../../../shared/amazon/currencies.ts'
import type { byCreator, undoEffect } from './contract.ts'
import { selectUsernames } from './creators-sql.ts'
import type { CreatorCents, StoredEffect } from './tally-rules.ts'

/** Creators' shares of a change in a currency, with their present usernames. */
export async function serializeCreators(
  { db }: Context,
  creators: CreatorCents[],
  currency: string,
): Promise<z.input<typeof byCreator>> {
  const names = await selectUsernames(
    db,
    creators.flatMap(({ payee_id }) => payee_id ?? []),
  )
  return creators.map(({ payee_id, orders, cents }) => ({
    payee_id,
    username: (payee_id && names.get(payee_id)) ?? null,
    orders,
    commission: toUnits(cents, currency),
  }))
}

/** The sum of all other creators. */
export const serializeOthers = (others: StoredEffect['other_creators'], currency: string) =>
  others && { creators: others.creators, orders: others.orders, commission: toUnits(others.cents, currency) }

/** What undoing an import changes, in its currency. */
export const serializeEffect = async (
  context: Context,
  { orders, cents, creators, other_creators, is_at_most }: StoredEffect,
  currency: string,
): Promise<z.input<typeof undoEffect>> => ({
  orders,
  commission: toUnits(cents, currency),
  creators: await serializeCreators(context, creators, currency),
  other_creators: serializeOthers(other_creators, currency),
  is_at_most,
})
