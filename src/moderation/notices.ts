import type { z } from 'zod'
import { type Context, requireUser } from '../platform/context.ts'
import { displayTitle } from '../shared/product.ts'
import type { DecisionAction, noticesContract } from './contract.ts'
import { markDecisionsSeen, selectUnseenDecisions } from './sql.ts'

type Notices = z.input<(typeof noticesContract)['GET /api/v1/me/notices']['response']>

/** Decisions on the caller and their items that they have not read yet, the newest first (decision 51). */
export async function listNotices(context: Context): Promise<Notices> {
  const { userId } = requireUser(context)
  const rows = await selectUnseenDecisions(context.db, userId)
  return {
    items: rows.map(({ id, action, reason, decided_at, product_id, title, asin, list_id, list_title }) => ({
      id,
      action: action as DecisionAction,
      reason,
      product:
        product_id && asin !== null
          ? { id: product_id, title: displayTitle({ title: title ?? '', asin }) }
          : null,
      list: list_id && list_title !== null ? { id: list_id, title: list_title } : null,
      decided_at: decided_at.toISOString(),
    })),
  }
}

/** Records that the caller has read some of them; those of others, or read already, are left alone. */
export const seeNotices = (context: Context, ids: string[]): Promise<void> =>
  markDecisionsSeen(context.db, { userId: requireUser(context).userId, ids, at: context.clock() })
