import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'
import { asksDebt } from '../debts/sql.ts'
import type { PayoutMethod } from '../details/contract.ts'
import { standingDetails } from '../details/sql.ts'
import type { Former } from '../former-contract.ts'
import { formerOf } from '../former-sql.ts'

/** A payee with the facts that decide whether they are paid; the details are those that count. */
export type PayeeRow = {
  payee_id: string
  user_id: string | null
  username: string | null
  former: Former
  email: string | null
  is_suspended: boolean
  is_proven: boolean
  /** Changes of the account were undone lately, or its passkeys and apps are reported lost. */
  is_resting: boolean
  has_coming: boolean
  /** For a deleted account: a last payout was asked for, or somebody has claimed the balance. */
  is_last_payout: boolean
  is_claimed: boolean
  claimant: string | null
  /** A former payee with a debt was paid at the same account, and no admin has decided whose it is. */
  asks_debt: boolean
  /** A provider's report contradicts a payout, and nobody has answered it. */
  has_attention: boolean
  details_id: string | null
  method: PayoutMethod | null
  sealed: Buffer | null
  key_mark: Buffer | null
  account_mark: Buffer | null
}

/** All payees with ledger rows, or only those of these ids, in the order of ids. */
export async function selectPayees(db: Kysely<DB>, now: Date, ids?: string[]): Promise<PayeeRow[]> {
  const { rows } = await sql<PayeeRow>`
    select y.id as payee_id, y.user_id, p.username, ${formerOf('y.id')} as former, u.email, u.suspended_at is not null as is_suspended,
      u.email_verified_at is not null as is_proven,
      coalesce(u.payouts_rest_until > ${now}, false) or u.steps_drop_at is not null as is_resting,
      n.id is not null as has_coming,
      coalesce(c.pays_until > ${now} and c.claimed_by is null, false) as is_last_payout,
      c.claimed_by is not null as is_claimed, cp.username as claimant,
      exists (
        select from payout_lines l join payout_attentions a on a.line_id = l.id
        where l.payee_id = y.id and a.answer_id is null and a.passed_at is null
      ) as has_attention,
      coalesce(${asksDebt(sql`d.account_mark`, sql`y.id`)}, false) as asks_debt,
      d.id as details_id, d.method, d.sealed, d.key_mark, d.account_mark
    from payees y
    left join users u on u.id = y.user_id
    left join profiles p on p.id = y.user_id
    left join payee_claims c on c.payee_id = y.id
    left join payees cy on cy.id = c.claimed_by
    left join profiles cp on cp.id = cy.user_id
    left join lateral ${standingDetails(sql.ref('y.id'))} d on d.counts
    left join lateral ${standingDetails(sql.ref('y.id'))} n on not n.counts
    where ${ids ? sql`y.id = any (${ids}::uuid[])` : sql`exists (select from earnings_quarters q where q.payee_id = y.id)`}
    order by y.id`.execute(db)
  return rows
}

/** Accounts at which more than one payee is paid, with their usernames. */
export async function selectSharedAccounts(db: Kysely<DB>, marks: Buffer[]) {
  const { rows } = await sql<{ account_mark: Buffer; payee_id: string; username: string }>`
    select s.account_mark, s.payee_id, p.username
    from (select distinct payee_id from payout_details where account_mark = any (${marks}::bytea[])) d
    join payees y on y.id = d.payee_id join profiles p on p.id = y.user_id,
      lateral ${standingDetails(sql.ref('y.id'))} s
    where s.account_mark = any (${marks}::bytea[])
    order by p.username`.execute(db)
  return rows
}
