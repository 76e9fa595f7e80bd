import type { z } from 'zod'
import { recordAudit } from '../../audit/index.ts'
import { ownerOfProduct } from '../../folio/index.ts'
import { type Context, inTransaction, requireAdmin } from '../../platform/context.ts'
import { whereBroken } from '../../platform/database/errors.ts'
import { aboutYou, accountDeleted, notFound } from '../../shared/errors.ts'
import type { clickFlagsContract } from './contract.ts'
import { flaggedDays, flaggedFrom, maxFlags, minClicks } from './rules.ts'
import { type ClickFlagRow, keepSeen, selectClickFlags } from './sql.ts'

type Flags = z.input<(typeof clickFlagsContract)['GET /api/v1/admin/click-flags']['response']>
type Seen = (typeof clickFlagsContract)['POST /api/v1/admin/click-flags/:id/seen']

/** Products whose clicks of a day look wrong, the newest day first. For review only: no sum depends on it. */
export async function listClickFlags(context: Context): Promise<Flags> {
  requireAdmin(context)
  const rows = await selectClickFlags(context.db, { ...flagged(context), limit: maxFlags })
  return { items: rows.map(serializeFlag) }
}

const flagged = ({ clock }: Context) => ({
  first: flaggedFrom(clock()),
  fewest: minClicks,
})

/**
 * Stores who reviewed a product's flags, up to which day, and how many clicks they saw of it. Calling it twice is the
 * same as once, and a review stays. Throws `not_found` where nothing looks wrong on that day.
 */
export async function seeClickFlag(
  context: Context,
  productId: string,
  { day, clicks }: z.output<Seen['body']>,
): Promise<z.input<Seen['response']>> {
  const { userId } = requireAdmin(context)
  return inTransaction(context, async (tx) => {
    const flag = await findFlag(tx, productId, day)
    if (!flag) throw notFound('Flag')
    if ((await ownerOfProduct(tx, productId)) === userId) throw aboutYou()
    if (flag.is_seen) return serializeFlag(flag)
    await whereBroken(
      { click_flags_seen_seen_by_fkey: accountDeleted },
      keepSeen(tx.db, { product_id: productId, day, clicks, seen_at: tx.clock(), seen_by: userId }),
    )
    await recordAudit(tx, { action: 'click_flag.seen', subject: productId, details: { day, clicks } })
    return serializeFlag((await findFlag(tx, productId, day)) ?? flag)
  })
}

async function findFlag(context: Context, productId: string, day: string): Promise<ClickFlagRow | undefined> {
  const days = await selectClickFlags(context.db, {
    ...flagged(context),
    limit: flaggedDays + 1,
    productId,
  })
  return days.find((flag) => flag.day === day)
}

const serializeFlag = ({
  is_of_one_network,
  is_limited,
  seen_day,
  seen_at,
  seen_by_name,
  ...row
}: ClickFlagRow): Flags['items'][number] => ({
  ...row,
  seen: seen_day && seen_at ? { day: seen_day, at: seen_at.toISOString(), by: seen_by_name } : null,
  measures: [
    ...(is_of_one_network ? ['one_network' as const] : []),
    ...(is_limited ? ['limited' as const] : []),
  ],
})
