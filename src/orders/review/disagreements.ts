import type { z } from 'zod'
import { oneAtATime } from '../../audit/index.ts'
import { type Context, requireAdmin } from '../../platform/context.ts'
import { toUnits } from '../../shared/amazon/currencies.ts'
import { rematchOrders } from '../matching/service.ts'
import type { adminOrdersContract } from './contract.ts'
import { changedGroup, decideOne, maxGroups, maxOrders, worthOf } from './deciding.ts'
import { selectDisagreeing, selectDisagreementGroups } from './disagreement-sql.ts'
import type { ReviewSettings } from './orders.ts'

type Contract = typeof adminOrdersContract
type Decision = z.output<Contract['POST /api/v1/admin/disagreements/decision']['body']>

/**
 * Orders whose evidence disagrees, grouped by report, claim and reason; the highest commission first (decision 34).
 * Admins only.
 */
export async function listDisagreements(
  context: Context,
): Promise<z.input<Contract['GET /api/v1/admin/disagreements']['response']>> {
  requireAdmin(context)
  const groups = await selectDisagreementGroups(context.db, maxGroups)
  return {
    items: groups.map(({ payee_id, username, commission_cents, ...group }) => ({
      ...group,
      creator: payee_id === null ? null : { payee_id, username },
      commission: toUnits(commission_cents, group.currency),
    })),
  }
}

/**
 * Decides all orders of such a group alike: each stays with its creator, or all follow the evidence. 500 a call, the
 * whole call or nothing. `left` is how many are still listed. Throws `conflict` if the group is not the one that the
 * admin saw.
 */
export async function decideDisagreements(
  context: Context,
  settings: ReviewSettings,
  { choice, reason, expected, ...group }: Decision,
): Promise<{ decided: number; left: number }> {
  requireAdmin(context)
  return oneAtATime(context, async (tx) => {
    const orders = await selectDisagreeing(tx.db, group)
    const now = worthOf(orders)
    if (now.orders !== expected.orders || now.commission !== expected.commission) throw changedGroup(now)
    const deciding = orders.slice(0, maxOrders)
    for (const { id, payee_id } of deciding)
      await decideOne(tx, settings, id, { payee_id: choice === 'keep' ? payee_id : group.payee_id, reason })
    await rematchOrders(
      tx,
      settings,
      deciding.map(({ id }) => id),
    )
    return { decided: deciding.length, left: orders.length - deciding.length }
  })
}
