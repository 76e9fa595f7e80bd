import { type Kysely, sql } from 'kysely'
import {
  bigintArray,
  byteaArray,
  textArray,
  timestamptzArray,
  uuidArray,
} from '../../platform/database/binary-arrays.ts'
import { prepared } from '../../platform/database/lending.ts'
import type { DB } from '../../platform/database/schema.ts'
import type { Automation, ClickKind, ClickOutcome } from '../contract.ts'
import type { Claim } from '../rules.ts'
import type { Visit } from './visitor.ts'

/** A click as record_clicks() takes it. */
export type ClickRow = {
  event_id: string | null
  product_id: string
  kind: ClickKind
  claim: Claim
  viewer_id: string | null
  /**
   * The keys by which repeats and the limit of an address are found. In the first half hour of a day also by
   * yesterday's salt.
   */
  visit: Visit
  earlier_visit: Visit | null
  /** A digest in hexadecimal. */
  visitor: string
  /** A digest in hexadecimal, of 16 bytes. */
  network: string
  /** For a view its own event id; for a press that of the view it names. */
  view_event_id: string | null
  /** The list's link that it names as the one it came through. */
  through_link: string | null
  referrer: string | null
  user_agent: string | null
  automation: Automation | null
  site: string | null
  country: string | null
  clicked_at: Date
}

/**
 * Writes a batch of clicks and returns each one's outcome, in order, once all are committed; null where the product is
 * unknown, deleted or withheld. A retried event gets the outcome of its first click. A batch must hold each event once,
 * and each `visit.place` once among rows that claim to count.
 */
export async function writeClicks(db: Kysely<DB>, batch: ClickRow[]): Promise<(ClickOutcome | null)[]> {
  const of = <T>(column: (row: ClickRow) => T) => batch.map(column)
  const { rows } = await sql<{ outcomes: (ClickOutcome | null)[] }>`
    select record_clicks(
      ${uuidArray(of((row) => row.product_id))},
      ${textArray(of((row) => row.kind))},
      ${textArray(of((row) => row.claim))},
      ${uuidArray(of((row) => row.event_id))},
      ${uuidArray(of((row) => row.viewer_id))},
      ${bigintArray(of((row) => row.visit.place))},
      ${bigintArray(of((row) => row.visit.mark))},
      ${bigintArray(of((row) => row.earlier_visit?.place ?? null))},
      ${bigintArray(of((row) => row.earlier_visit?.mark ?? null))},
      ${byteaArray(of((row) => row.visitor))},
      ${textArray(of((row) => row.referrer))},
      ${textArray(of((row) => row.user_agent))},
      ${textArray(of((row) => row.automation))},
      ${textArray(of((row) => row.site))},
      ${textArray(of((row) => row.country))},
      ${byteaArray(of((row) => row.network))},
      ${uuidArray(of((row) => row.view_event_id))},
      ${textArray(of((row) => row.through_link))},
      ${timestamptzArray(of((row) => row.clicked_at))}
    ) as outcomes ${prepared}`.execute(db)
  return rows[0]?.outcomes ?? []
}

/** The salt of a day, the same for all nodes: the offered one, unless another node was first. */
export async function agreeOnSalt(db: Kysely<DB>, day: string, offered: Buffer): Promise<Buffer> {
  await db
    .insertInto('click_salts')
    .values({ day, salt: offered })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { salt } = await db
    .selectFrom('click_salts')
    .select('salt')
    .where('day', '=', day)
    .executeTakeFirstOrThrow()
  return salt
}
