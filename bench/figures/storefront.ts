import { readDoorway } from '../../src/feed/doorway/service.ts'
import { readFront, readPopular, readProfileProducts } from '../../src/feed/storefront.ts'
import { listPublicLists, readPublicList } from '../../src/lists/reading.ts'
import { systemClock } from '../../src/platform/clock.ts'
import type { Context } from '../../src/platform/context.ts'
import { besideItsStatements } from '../reference/pgbench.ts'
import type { Finding } from '../report.ts'
import { findStorefront, type Setting } from '../stage/setting.ts'

/** What a public page of lists and storefronts asks for, and how it reads it. */
type Read = { what: string; path: string; read: (context: Context) => Promise<unknown> }

/**
 * The first page of a list of 500 products, of each tab of a storefront of 10,000, and where a product leads, each
 * beside pgbench with its statements.
 */
export async function storefrontFigure(setting: Setting): Promise<Finding[]> {
  const { username, product } = await findStorefront(setting)
  const profile = `/api/v1/profiles/${username}`
  const reads: Read[] = [
    {
      what: 'list of 500',
      path: `/api/v1/lists/${username}/things-1`,
      read: (context) => readPublicList(context, { username, slug: 'things-1' }, undefined),
    },
    {
      what: 'storefront, Products',
      path: `${profile}/products`,
      read: (context) => readProfileProducts(context, username, {}),
    },
    {
      what: 'storefront, Popular',
      path: `${profile}/popular`,
      read: (context) => readPopular(context, username, undefined),
    },
    {
      what: 'storefront, Lists (200)',
      path: `${profile}/lists`,
      read: (context) => listPublicLists(context, username),
    },
    {
      what: 'storefront, picks and chips',
      path: `${profile}/front`,
      read: (context) => readFront(context, username),
    },
    {
      what: 'doorway',
      path: `/api/v1/products/${product}/doorway`,
      read: (context) => readDoorway(context, product),
    },
  ]
  const findings: Finding[] = []
  for (const { what, path, read } of reads)
    findings.push(
      await besideItsStatements(setting, {
        what,
        request: { path },
        operation: (db) => read({ db, clock: systemClock, actor: null }),
        least: 0.6,
      }),
    )
  return findings
}
