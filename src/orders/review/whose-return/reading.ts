import type { z } from 'zod'
import type { Context } from '../../../platform/context.ts'
import { toUnits } from '../../../shared/amazon/currencies.ts'
import type { whoseReturn } from './contract.ts'
import { isAsked, selectAnswer, selectCandidates } from './sql.ts'

/** How many purchases of a return are listed at most. */
const maxListed = 50

/** The question or answer about a return that could be of several creators' purchases; null for any other order. */
export async function findWhoseReturn(
  { db }: Context,
  { order_item_id: id, currency }: { order_item_id: string; currency: string },
): Promise<z.input<typeof whoseReturn> | null> {
  const answer = await selectAnswer(db, id)
  const is_asked = await isAsked(db, id)
  if (!is_asked && !answer) return null
  const candidates = await selectCandidates(db, id)
  return {
    is_asked,
    candidates: candidates
      .slice(0, maxListed)
      .map(({ cents, left_cents, payee_id, username, ...candidate }) => ({
        ...candidate,
        commission: toUnits(cents, currency),
        left: toUnits(left_cents, currency),
        creator: payee_id === null ? null : { payee_id, username },
      })),
    answer: answer
      ? {
          purchase_id: answer.purchase_id,
          reason: answer.reason,
          by: answer.username,
          at: answer.answered_at.toISOString(),
        }
      : null,
  }
}
