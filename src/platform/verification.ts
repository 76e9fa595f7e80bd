import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Context } from './context.ts'
import type { DB } from './database/schema.ts'

/** The result of a check. */
export type Finding = {
  /** What was compared, in numbers. */
  compared: string
  differing: number
  /** Some of the differences, a line each. */
  examples: string[]
}

/** One statement that must be true of the data, whatever has happened. */
export type Check = { name: string; find: () => Promise<Finding> }

/** A slice's checks, all made in one snapshot of the database; the slice may prepare it for them. */
export type Checks = (snapshot: Context) => Promise<Check[]>

/**
 * Runs every check on one consistent snapshot, while the app may be running, and reports a line for each check and for
 * the differences that it lists. Returns how many checks found one.
 */
export async function verify(
  context: Context,
  parts: Checks[],
  report: (line: string) => void,
): Promise<number> {
  const { failed } = await verifySnapshot(context, parts, report)
  return failed.length
}

/** The same for the whole installation; the findings are recorded for the doctor. */
export async function verifyInstallation(
  context: Context,
  parts: Checks[],
  report: (line: string) => void,
): Promise<number> {
  const beganAt = context.clock()
  const { checks, failed } = await verifySnapshot(context, parts, report)
  await context.db.insertInto('verifications').values({ began_at: beganAt, checks, failed }).execute()
  await context.db
    .deleteFrom('verifications')
    .where('id', '<=', (eb) =>
      eb.selectFrom('verifications').select('id').orderBy('id', 'desc').offset(maxNoted).limit(1),
    )
    .execute()
  return failed.length
}

/** How many verifications are kept. */
const maxNoted = 50

/** The findings of the last time; undefined if nothing was ever verified. */
export const lastVerification = (db: Kysely<DB>) =>
  db
    .selectFrom('verifications')
    .select(['began_at', 'checks', 'failed'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Returns how many checks there were, and the names of those that found a difference. */
function verifySnapshot(context: Context, parts: Checks[], report: (line: string) => void) {
  return context.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (db) => {
      // Whole tables are read: without a time limit, and with memory to sort them.
      await sql`set local statement_timeout = 0`.execute(db)
      await sql`set local work_mem = '64MB'`.execute(db)
      await sql`set local jit = off`.execute(db)
      const failed: string[] = []
      let checks = 0
      for (const checksOf of parts)
        for (const { name, find } of await checksOf({ ...context, db })) {
          const { compared, differing, examples } = await find()
          checks += 1
          if (differing > 0) failed.push(name)
          report(`${differing > 0 ? 'WRONG' : 'ok   '} ${name}: ${compared}`)
          for (const example of examples) report(`        ${example}`)
          if (differing > examples.length) report(`        and ${count(differing - examples.length)} more`)
        }
      return { checks, failed }
    })
}

/**
 * A check by one statement: `wrong` selects each difference as a text, `line`; `all` counts the rows that were checked,
 * in words of `unit`.
 */
export const checkByLines = (
  { db }: Context,
  name: string,
  { all, unit, wrong }: { all: RawBuilder<unknown>; unit: string; wrong: RawBuilder<unknown> },
): Check => ({
  name,
  find: async () => {
    const { rows } = await sql<{ total: number; differing: number; examples: string[] }>`
      with wrong as materialized (${wrong})
      select (${all}) as total, (select count(*) from wrong) as differing,
        array(select line from wrong order by line limit ${shown}) as examples`.execute(db)
    const { total = 0, differing = 0, examples = [] } = rows[0] ?? {}
    return { compared: `${count(total)} ${unit}`, differing, examples }
  },
})

/** The maximum of differences that such a check lists. */
const shown = 20

/** A number for people to read: `12,345`. */
export const count = (number: number): string => number.toLocaleString('en-US')
