import { type PostgresPool, type PostgresPoolClient, type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import { asStep } from '../telemetry/statements.ts'
import { answerOfCopy, CopyBytes } from './copying.ts'

const mark = '/* prepared */'

/**
 * Ends a statement that each connection prepares once: a frequent one that takes as long to plan as to run. Only if one
 * plan is right for all parameters. Its text must not vary, since each text is prepared by itself.
 */
export const prepared: RawBuilder<unknown> = sql.raw(mark)

const names = new Map<string, string>()

function nameOf(text: string): string {
  const name = names.get(text) ?? `prepared_${names.size + 1}`
  names.set(text, name)
  return name
}

/** node-postgres takes 0 for no value, and timers of Node end at 24 days. */
const forEver = 2 ** 31 - 1

type Lender = { connect(): Promise<pg.PoolClient>; end(): Promise<void> }

/** Connections of a pool for Kysely: statements get names, and appear as steps of a trace. */
export const lentBy = (pool: Lender): PostgresPool => ({
  options: {},
  connect: async () => lend(await pool.connect()),
  end: () => pool.end(),
})

/**
 * A connection until it is released. A transaction that changes `statement_timeout` may take as long as that allows.
 */
function lend(client: pg.PoolClient): PostgresPoolClient {
  let ownTimeout = false
  const query = (text: string, parameters: readonly unknown[]) => {
    if (text.includes('statement_timeout')) ownTimeout = true
    const time = ownTimeout && { query_timeout: forEver }
    const [bytes] = parameters
    if (bytes instanceof CopyBytes)
      return asStep(text, false, () => answerOfCopy(client, text, { ...time, bytes }))
    const isPrepared = text.endsWith(mark)
    const name = isPrepared && { name: nameOf(text) }
    return asStep(text, isPrepared, () =>
      answerOf(client, { text, values: [...parameters], ...name, ...time }),
    )
  }
  return { query: query as PostgresPoolClient['query'], release: (error) => client.release(error) }
}

/**
 * By a callback: the promise that node-postgres makes itself keeps each answer, with all its rows, alive until old
 * garbage is collected (decision 6).
 */
const answerOf = (client: pg.PoolClient, config: pg.QueryConfig): Promise<pg.QueryResult> =>
  new Promise((resolve, reject) =>
    client.query(config, (error, answer) => {
      if (!error) return resolve(answer)
      // The statement is still running, so nobody can use the connection.
      if (error.message === 'Query read timeout') void (client as pg.PoolClient & pg.Client).end()
      reject(error)
    }),
  )
