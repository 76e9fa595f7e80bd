import { readFeed } from '../../src/feed/service.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { compare, ratioFinding } from '../compare.ts'
import { loadRound } from '../load.ts'
import { pgbench, requirePgbench, scriptOf } from '../pgbench.ts'
import { queriesOf } from '../queries.ts'
import type { Finding } from '../report.ts'
import type { Setting } from '../setting.ts'

const clients = 16
const seconds = 2

/** The feed's first 40 cards as JSON from the database, beside pgbench with the very statement that the app sends. */
export async function feedFigure(setting: Setting): Promise<Finding[]> {
  await requirePgbench()
  const { url } = await setting.app()
  const database = await setting.database()
  const [query, ...others] = await queriesOf(database.pool, (db) =>
    readFeed({ db, clock: systemClock, actor: null }, {}),
  )
  if (!query || others.length > 0) throw new Error('The feed is not one statement any more.')
  const result = await compare(
    loadRound(url, { path: '/api/v1/feed' }, { connections: clients, seconds }),
    pgbench(database.url, scriptOf(query), { clients, seconds }),
  )
  return [ratioFinding('feed, 40 cards / pgbench, same statement', result, { least: 0.25, of: 'pgbench' })]
}
