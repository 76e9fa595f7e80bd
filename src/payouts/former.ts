import { findPayee } from '../orders/index.ts'
import type { Context } from '../platform/context.ts'
import { invalid } from '../shared/errors.ts'
import { selectFormer } from './former-sql.ts'

/**
 * The payee of a creator, by their username or, once their account is gone, by its number, such as `#12`
 * (docs/product/payouts.md#leaving-with-money). Throws `validation_failed` if there is none.
 */
export async function findAnyPayee(context: Context, typed: string): Promise<string> {
  const [, number] = /^#(\d{1,9})$/.exec(typed) ?? []
  if (number === undefined) return findPayee(context, typed)
  const payeeId = await selectFormer(context.db, Number(number))
  if (!payeeId) throw invalid('username', 'There is no former payee with this number.')
  return payeeId
}
