import type { Kysely } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'
import { formerOf } from '../former-sql.ts'

const creators = (db: Kysely<DB>) =>
  db
    .selectFrom('payees as y')
    .innerJoin('profiles as p', 'p.id', 'y.user_id')
    .select(['y.id as payee_id', 'p.username', 'p.first_name', 'p.last_name'])

export type CreatorRow = Awaited<ReturnType<typeof selectCreators>>[number]

/** Creators who have ever earned something, after a username, in the order of usernames. */
export const selectCreators = (
  db: Kysely<DB>,
  { after, limit }: { after: string | undefined; limit: number },
) =>
  creators(db)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('earnings_quarters as q').select('q.payee_id').whereRef('q.payee_id', '=', 'y.id')),
    )
    .$if(after !== undefined, (query) => query.where('p.username', '>', after ?? ''))
    .orderBy('p.username')
    .limit(limit)
    .execute()

/** The payees of people, in the order of usernames. */
export const selectCreatorsOf = (db: Kysely<DB>, userIds: string[]) =>
  creators(db)
    .where('y.user_id', '=', (of) => of.fn.any(of.val(userIds)))
    .orderBy('p.username')
    .execute()

/** Payees of deleted accounts who ever earned something, before an id, the newest first, with who has claimed them. */
export const selectDeleted = (
  db: Kysely<DB>,
  { before, limit }: { before: string | undefined; limit: number },
) =>
  db
    .selectFrom('payees as y')
    .leftJoin('payee_claims as c', 'c.payee_id', 'y.id')
    .leftJoin('payees as cy', 'cy.id', 'c.claimed_by')
    .leftJoin('profiles as p', 'p.id', 'cy.user_id')
    .select(['y.id as payee_id', 'c.left_at', 'c.claimed_at', 'c.moves_from', 'p.username'])
    .select(formerOf('y.id').as('former'))
    .where('y.user_id', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('earnings_quarters as q').select('q.payee_id').whereRef('q.payee_id', '=', 'y.id')),
    )
    .$if(before !== undefined, (query) => query.where('y.id', '<', before ?? ''))
    .orderBy('y.id', 'desc')
    .limit(limit)
    .execute()

/** A payee with its person, or its former person. */
export const selectCreator = (db: Kysely<DB>, payeeId: string) =>
  db
    .selectFrom('payees as y')
    .leftJoin('profiles as p', 'p.id', 'y.user_id')
    .select(['p.username', 'p.first_name', 'p.last_name', formerOf('y.id').as('former')])
    .where('y.id', '=', payeeId)
    .executeTakeFirstOrThrow()
