import type { TestApp } from '../../../tests/harness/app.ts'
import { insertProduct } from '../../../tests/harness/factories.ts'
import { type Person, signUp } from '../../../tests/harness/people.ts'
import { storeOrder } from './stage.ts'

export type Creator = Person & { payeeId: string }
export type Product = { id: string; owner: Creator; shortLinkId: string }

export type Contests = ReturnType<typeof contestsAt>

/** Creators who have the same item, and visitors who buy it. */
export function contestsAt(app: TestApp) {
  const run = async ({ token }: Pick<Person, 'token'>, name: 'commission-matcher' | 'earnings-calculator') =>
    (await app.request('POST', `/functions/v1/${name}`, { token })).body.results
  return {
    run,
    creator: async (): Promise<Creator> => {
      const person = await signUp(app)
      const { rows } = await app.database.pool.query('select id from payees where user_id = $1', [person.id])
      return { ...person, payeeId: rows[0].id }
    },
    give: async (owner: Creator, asin: string): Promise<Product> => {
      const { id: userId, payeeId, username } = owner
      const product = await insertProduct(app.database.db, { userId, payeeId, username }, { asin })
      return { ...product, owner }
    },
    /** An order of $50 of the present moment, by its commission alone. */
    buy: (values: Parameters<typeof storeOrder>[1] = {}) =>
      storeOrder(app, {
        order_date: app.clock.now().toISOString().slice(0, 10),
        ordered_at: app.clock.now(),
        commission_cents: 5_000,
        ...values,
      }),
    /** Matches what waits, and posts it. */
    process: async (admin: Pick<Person, 'token'>) => {
      const matched = await run(admin, 'commission-matcher')
      await run(admin, 'earnings-calculator')
      return matched
    },
  }
}
