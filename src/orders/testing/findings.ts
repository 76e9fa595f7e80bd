import type { TestApp } from '../../../tests/harness/app.ts'
import type { Context } from '../../platform/context.ts'
import type { Checks } from '../../platform/verification.ts'
import { orderChecks } from '../proof/verify.ts'

/** The findings of `npm run verify` for these checks; empty where nothing is wrong. */
export async function findingsOf(context: Context, checks: Checks): Promise<string[]> {
  const found: string[] = []
  for (const { name, find } of await checks(context)) {
    const { differing, examples } = await find()
    if (differing > 0) found.push(name, ...examples)
  }
  return found
}

/** The same of an app's orders. */
export const findingsAt = ({ database, clock }: Pick<TestApp, 'database' | 'clock'>): Promise<string[]> =>
  findingsOf({ db: database.db, actor: null, clock: clock.now }, orderChecks)
