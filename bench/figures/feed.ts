import type pg from 'pg'
import { readFeed } from '../../src/feed/index.ts'
import { listOwnProducts } from '../../src/folio/index.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { type Cursor, writeCursor } from '../../src/shared/cursor.ts'
import { load, type Request } from '../load/load.ts'
import { compare, costRound, timesFinding } from '../reference/compare.ts'
import { besideItsStatements } from '../reference/pgbench.ts'
import { atMost, type Finding, fixed, median, range, times } from '../report.ts'
import { processorSeconds, serverSeconds } from '../stage/processor.ts'
import type { Setting } from '../stage/setting.ts'
import { as, findCollector, findReader, signInAs } from '../stage/sign-in.ts'

const seconds = 2
const rounds = 5
const path = '/api/v1/feed'

/**
 * What each of the own lists asks for, and the least share of its statement's own rate: the smaller, the more HTTP
 * counts.
 */
const ownLists: { what: string; query: Record<string, string>; least: number }[] = [
  { what: 'own list, 40 cards', query: {}, least: 0.33 },
  { what: 'own Inbox, 40 cards', query: { category: 'inbox' }, least: 0.33 },
  { what: 'own category, 40 cards', query: { category: 'fashion' }, least: 0.4 },
]

/**
 * The first 40 cards of the public feed, and how steadily they come; the following feed of a person who follows very
 * many; the lists of a person with some 10,000 products.
 */
export async function feedFigure(setting: Setting): Promise<Finding[]> {
  return [
    await besideItsStatements(setting, {
      what: 'feed, 40 cards',
      request: { path },
      operation: (db) => readFeed({ db, clock: systemClock, actor: null }, {}),
      least: 0.25,
    }),
    await steadiness(setting),
    ...(await followingFeeds(setting)),
    ...(await ownCards(setting)),
  ]
}

/** The slowest of a hundred answers as a multiple of the middle one. */
async function steadiness(setting: Setting): Promise<Finding> {
  const { url } = await setting.app()
  const read = () => load(url, { path }, { connections: 32, seconds: 2 * seconds })
  await read()
  const outcomes: Awaited<ReturnType<typeof read>>[] = []
  for (let round = 0; round < rounds; round++) outcomes.push(await read())
  const ratios = outcomes.map(({ p50, p99 }) => p99 / p50)
  const medianOf = (values: number[]) => `${fixed(median(values))} ms`
  return {
    what: 'feed, the slowest of 100 answers / the middle',
    measured: times(median(ratios)),
    ...atMost(5, median(ratios), times),
    detail:
      `${range(ratios, times)}; ${medianOf(outcomes.map(({ p99 }) => p99))}, ` +
      `the middle ${medianOf(outcomes.map(({ p50 }) => p50))}`,
  }
}

/** What an answer of the reader's following feed costs, beside one of the public feed at the same cursor. */
async function followingFeeds(setting: Setting): Promise<Finding[]> {
  const { url, pid } = await setting.app()
  const { pool } = await setting.database()
  const reader = await signInAs({ url, pool }, await findReader(pool))
  const used = await serverSeconds(pool)
  const costOf = (query: Record<string, string>, headers = {}) => {
    const request: Request = { path: `${path}?${new URLSearchParams(query)}`, headers }
    return costRound(
      () => processorSeconds(pid) + used(),
      async () => (await load(url, request, { connections: 16, seconds })).requests,
    )
  }
  const lists = {
    'following feed': {},
    'following feed, half a year down': { cursor: await halfAYearDown(pool) },
    'following feed of a category': { category: 'home' },
  }
  const findings: Finding[] = []
  for (const [what, list] of Object.entries(lists)) {
    const result = await compare(costOf({ ...list, scope: 'following' }, as(reader)), costOf(list))
    findings.push(timesFinding(`${what} / public`, result, { most: 20, of: 'public' }))
  }
  return findings
}

async function ownCards(setting: Setting): Promise<Finding[]> {
  const { url } = await setting.app()
  const { pool } = await setting.database()
  const collector = await signInAs({ url, pool }, await findCollector(pool))
  const actor = { userId: collector.userId, sessionId: '', role: 'user' as const }
  const findings: Finding[] = []
  for (const { what, query, least } of ownLists)
    findings.push(
      await besideItsStatements(setting, {
        what,
        request: { path: `/api/v1/me/products?${new URLSearchParams(query)}`, headers: as(collector) },
        operation: (db) => listOwnProducts({ db, clock: systemClock, actor }, query),
        least,
      }),
    )
  return findings
}

async function halfAYearDown(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<Cursor>(`
    select id, created_at as "createdAt" from products
    where deleted_at is null and created_at < now() - interval '6 months'
    order by created_at desc, id desc limit 1`)
  if (!rows[0]) throw new Error('There is no product that old.')
  return writeCursor(rows[0])
}
