import type { z } from 'zod'
import { type Context, requireAdmin } from '../../platform/context.ts'
import { addDays, utcDay } from '../../shared/time.ts'
import type { clickFlagsContract } from './contract.ts'
import { fewestClicks, flaggedDays, mostFlags } from './rules.ts'
import { type ClickFlagRow, selectClickFlags } from './sql.ts'

type Flags = z.input<(typeof clickFlagsContract)['GET /api/v1/admin/click-flags']['response']>

/** Products whose clicks of a day look wrong, the newest day first. To be looked at: no sum depends on it. */
export async function listClickFlags(context: Context): Promise<Flags> {
  requireAdmin(context)
  const first = addDays(utcDay(context.clock()), -flaggedDays)
  const rows = await selectClickFlags(context.db, { first, fewest: fewestClicks, limit: mostFlags })
  return { items: rows.map(presentFlag) }
}

const presentFlag = ({ is_of_one_network, is_limited, ...row }: ClickFlagRow): Flags['items'][number] => ({
  ...row,
  measures: [
    ...(is_of_one_network ? ['one_network' as const] : []),
    ...(is_limited ? ['limited' as const] : []),
  ],
})
