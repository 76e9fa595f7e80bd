import { listOwnProducts } from '../../src/folio/index.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { besideItsStatement } from '../reference/pgbench.ts'
import type { Finding } from '../report.ts'
import type { Setting } from '../stage/setting.ts'
import { as, findCollector, signInAs } from '../stage/sign-in.ts'

/** What each call asks for, and the least share of its statement's own rate: the smaller, the more HTTP counts. */
const lists = [
  { what: 'own list, 40 cards', query: {}, least: 0.33 },
  { what: 'own Inbox, 40 cards', query: { category: 'inbox' }, least: 0.33 },
  { what: 'own category, 40 cards', query: { category: 'fashion' }, least: 0.4 },
]

/** The lists of a person with some 10,000 products, signed in. Their search is several statements (decision 15). */
export async function collectionFigure(setting: Setting): Promise<Finding[]> {
  const { url } = await setting.app()
  const { pool } = await setting.database()
  const collector = await signInAs({ url, pool }, await findCollector(pool))
  const actor = { userId: collector.userId, sessionId: '', role: 'user' as const }
  const findings: Finding[] = []
  for (const { what, query, least } of lists) {
    const asked = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, `${value}`]))
    findings.push(
      await besideItsStatement(setting, {
        what,
        request: { path: `/api/v1/me/products?${asked}`, headers: as(collector) },
        operation: (db) => listOwnProducts({ db, clock: systemClock, actor }, query),
        least,
      }),
    )
  }
  return findings
}
