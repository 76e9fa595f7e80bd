import { type RawBuilder, sql } from 'kysely'
import type { LessReturned, Reopened, Unclear } from '../doubt-rules.ts'
import type { CreatorCents } from '../outcomes/tally-rules.ts'

/** An order that is new, changed or withdrawn; the state is null if it did not count, or no longer does. */
export type Change = {
  order_item_id: string
  asin: string
  product_title: string
  change: 'new' | 'changed' | 'withdrawn'
  status_before: string | null
  status_after: string | null
  cents_before: number | null
  cents_after: number | null
}

/** The outcomes of an order that changes. */
type ChangedOutcome = 'imported' | 'updated' | 'waiting_returns' | 'withdrawn' | 'others_changed'

/** The changes of folding orders. */
export type Effect = {
  imported: number
  updated: number
  withdrawn: number
  /** How many of its own order items are new or changed. A return also changes items of other imports. */
  own_changed: number
  /** Its own returns that have not found their whole purchase and are not among the others, and their cents. */
  waiting_returns: number
  waiting_cents: number
  /** By how many cents the commission of all shipped orders grew: the sum, and by outcome. */
  cents_more: number
  more: Record<ChangedOutcome, number>
  /** The same by creator, the most first; null for nobody, as far as is known. Empty if it was not requested. */
  creators: CreatorCents[]
  /** With the first twenty. */
  reopened: Reopened
  /** With the first twenty. */
  unclear: Unclear
  /** With the first twenty. */
  less_returned: LessReturned
  /** The first hundred. */
  changes: Change[]
}

// A purchase that a return waited for had nothing returned before.
const isReopened = sql`status_before in ('returned', 'cancelled') and status_after = 'shipped' and not was_waiting`
/**
 * Less is returned than before. Only if some return is smaller or gone: otherwise a return takes from another purchase.
 */
const isLessReturned = sql`less_back_cents > 0 and exists (select from folded where is_less_back)`
/** A reported return that changes something and does not fit its purchase. */
const isUnclear = sql`is_reported and change is not null and unclear_cents is not null`
/** By how much an order's change is one of the commission of all shipped orders. */
const more = sql`(case when status_after = 'shipped' then cents_after else 0 end
  - case when status_before = 'shipped' then cents_before else 0 end)`
const moreOf = (condition: RawBuilder<unknown>) =>
  sql`coalesce(sum(${more}) filter (where ${condition}), 0)::bigint`

/** Orders of `folded` that need a question: how many, their cents, and the first twenty. */
const asked = (condition: RawBuilder<unknown>, cents: string, also = sql``) => sql`
  jsonb_build_object(
    'count', count(*) filter (where ${condition}),
    'cents', coalesce(sum(${sql.ref(cents)}) filter (where ${condition}), 0),
    'orders', (select coalesce(jsonb_agg(r order by r.order_item_id), '[]')
      from (select order_item_id, ${sql.ref(cents)} as cents ${also} from folded where ${condition}
        order by order_item_id limit 20) r)
  )`

/**
 * By creator, how many cents orders change: by their match, else by the short link of their sub tag, else by their
 * tracking id. Orders that belong to nobody before a matching have a null payee.
 */
const creators = sql`(
  select coalesce(jsonb_agg(c order by abs(c.cents) desc, c.payee_id), '[]')
  from (
    select case when alike.is_unmatched then of_tag.payee_id else alike.payee_id end as payee_id,
      sum(orders)::int as orders, sum(cents)::bigint as cents
    from (
      select m.payee_id, m.order_item_id is null as is_unmatched, f.marketplace, lower(f.sub_tag) as sub_tag, f.tracking_id,
        case when f.tracking_id is not null then f.order_date end as day, count(*) as orders, sum(${more}) as cents
      from folded f left join order_matches m on m.order_item_id = f.order_item_id
      where f.change is not null
      group by 1, 2, 3, 4, 5, 6
    ) alike
    left join lateral (
      select coalesce(
        (select p.payee_id from short_links l join products p on p.id = l.product_id where l.id = alike.sub_tag),
        (select t.payee_id from tracking_ids t
          where t.marketplace = alike.marketplace and lower(t.tag) = lower(alike.tracking_id)
            and t.valid_from <= alike.day and (t.valid_to is null or t.valid_to > alike.day)
          order by t.tag = alike.tracking_id desc, t.id limit 1)) as payee_id
    ) of_tag on alike.is_unmatched
    group by 1
  ) c)`

/**
 * Counts the outcomes of the orders in `folded`, as an {@link Effect}. `waiting` has the reported returns without a
 * purchase, unchanged ones too. The creators are looked up only if requested, since it takes time.
 */
export const countFolded = ({ hasCreators }: { hasCreators: boolean }) => sql`
  select count(*) filter (where change = 'new' and not is_waiting)::int as imported,
    count(*) filter (where change = 'changed' and not is_waiting)::int as updated,
    count(*) filter (where change = 'withdrawn')::int as withdrawn,
    count(*) filter (where is_reported and not is_waiting and change in ('new', 'changed'))::int as own_changed,
    (select count(*) from waiting)::int as waiting_returns,
    (select coalesce(sum(waiting_cents), 0) from waiting)::bigint as waiting_cents,
    ${moreOf(sql`true`)} as cents_more,
    jsonb_build_object(
      'imported', ${moreOf(sql`change = 'new' and is_reported and not is_waiting`)},
      'updated', ${moreOf(sql`change = 'changed' and is_reported and not is_waiting`)},
      'waiting_returns', ${moreOf(sql`change is not null and is_waiting`)},
      'withdrawn', ${moreOf(sql`change = 'withdrawn'`)},
      'others_changed', ${moreOf(sql`change <> 'withdrawn' and not is_reported`)}
    ) as more,
    ${hasCreators ? creators : sql`'[]'::jsonb`} as creators,
    ${asked(isReopened, 'cents_after')} as reopened,
    ${asked(isUnclear, 'unclear_cents', sql`, bought_cents`)} as unclear,
    ${asked(isLessReturned, 'less_back_cents')} as less_returned,
    (select coalesce(jsonb_agg(c order by c.order_item_id), '[]')
     from (select * from folded where change is not null order by order_item_id limit 100) c) as changes
  from folded`
