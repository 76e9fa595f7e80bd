import type { CompiledQuery, Kysely } from 'kysely'
import type pg from 'pg'
import { queriesOf } from '../../bench/reference/queries.ts'
import type { DB } from '../../src/platform/database/schema.ts'

/** A step of a plan with PostgreSQL's figures after running the statement. */
export type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Plan[]
}

/** A plan's steps, itself first. */
export const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/** The blocks of 8 kB that a step and those below it read. */
export const blocksOf = (plan: Plan): number => plan['Shared Hit Blocks'] + plan['Shared Read Blocks']

/** The plans of an operation, statement by statement. Statements that begin or end a transaction have none. */
export async function plansOf(
  pool: pg.Pool,
  operation: (db: Kysely<DB>) => Promise<unknown>,
): Promise<Plan[]> {
  const queries = await queriesOf(pool, operation)
  const planned = queries.filter(({ sql }) => /^\s*(select|with|insert|update|delete)/i.test(sql))
  return Promise.all(planned.map((query) => planOf(pool, query)))
}

/** The plan of one statement. Its parameters stay parameters, so that the planner sees what it sees in production. */
export async function planOf(pool: pg.Pool, { sql, parameters }: CompiledQuery): Promise<Plan> {
  const { rows } = await pool.query(`explain (analyze, buffers, format json) ${sql}`, [...parameters])
  return rows[0]['QUERY PLAN'][0].Plan
}

/** Makes a connection report each plan, also of statements in functions if the settings say so. */
export async function watchPlans(
  client: pg.ClientBase,
  settings: Record<`log_${string}`, 'on' | 'json'>,
  report: (plan: string) => void,
): Promise<void> {
  client.on('notice', ({ message = '' }) => report(message))
  await client.query(`load 'auto_explain'`)
  for (const [name, value] of Object.entries({ log_min_duration: '0', ...settings }))
    await client.query(`set auto_explain.${name} = ${value}`)
  await client.query('set client_min_messages = log')
}
