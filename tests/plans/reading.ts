import type pg from 'pg'
import { blocksOf, nodesOf, plansOf } from '../harness/plans.ts'
import type { Operation } from './principals.ts'

/** Tables that grow without end: a full scan is always wrong. */
export const growing =
  /^(products|product_.*|short_links|earnings|amazon_orders|followers|follow_.*|profiles|usernames|users|search_words|lists|list_.*|clicks.*|click_.*)$/

/** The reads of a call: how many statements, the growing tables they scan as a whole, and how many blocks in all. */
export async function readingOf(pool: pg.Pool, operation: Operation) {
  const plans = await plansOf(pool, operation)
  const scans = plans
    .flatMap(nodesOf)
    .filter((node) => node['Node Type'] === 'Seq Scan' && node['Actual Loops'] > 0)
  return {
    queries: plans.length,
    readWhole: scans.map((node) => node['Relation Name'] ?? '').filter((name) => growing.test(name)),
    blocks: plans.reduce((sum, plan) => sum + blocksOf(plan), 0),
  }
}
