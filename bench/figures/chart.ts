import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { writeCountryDatabase } from '../../tests/fakes/country-database.ts'
import { type Fame, makeFame } from '../data/fame.ts'
import { load } from '../load/load.ts'
import { compare, type Round, timesFinding } from '../reference/compare.ts'
import type { Finding } from '../report.ts'
import { startApp } from '../stage/app.ts'
import type { BenchDatabase } from '../stage/database.ts'
import type { Setting } from '../stage/setting.ts'
import { as, findCollector, type Person, signInAs } from '../stage/sign-in.ts'

const amount = { connections: 4, seconds: 2 }
const most = 5

/** In UTC a chart is made of whole days; in Auckland, and in Kathmandu, of days and many quarters of an hour. */
const charts = [
  { what: 'a year', query: 'period=month&tz=UTC' },
  { what: 'a year in Auckland', query: 'period=month&tz=Pacific/Auckland' },
  { what: 'four weeks in Kathmandu', query: 'period=week&tz=Asia/Kathmandu' },
  { what: 'a week in Auckland', query: 'period=day&tz=Pacific/Auckland' },
]
const places = { sites: 12, countries: 50 }

/** The click activity of a product with 50,000,000 clicks beside that of one with 1,000, asked for by their owner. */
export async function chartFigure(setting: Setting): Promise<Finding[]> {
  const database = await setting.database()
  const folder = mkdtempSync(path.join(tmpdir(), 'folio-bench-countries-'))
  try {
    const countries = path.join(folder, 'countries.mmdb')
    await writeCountryDatabase(countries, { '192.0.2.0/24': 'ES' })
    const app = await startApp({ DATABASE_URL: database.url, TRUST_PROXY: 'on', GEO_DATABASE: countries })
    try {
      return await compareCharts(app.url, database)
    } finally {
      await app.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function compareCharts(url: string, { pool }: BenchDatabase): Promise<Finding[]> {
  const owner = await signInAs({ url, pool }, await findCollector(pool))
  const [viral, quiet] = await productsOf(pool, owner)
  await withFame(pool, viral, { people: 50_000_000, ...places })
  await withFame(pool, quiet, { people: 1_000, ...places })
  const findings: Finding[] = []
  for (const { what, query } of charts) {
    const costOf = (id: string) => cost(url, `/api/v1/products/${id}/clicks?${query}`, owner)
    const result = await compare(costOf(viral), costOf(quiet))
    findings.push(timesFinding(`${what}, 50,000,000 clicks / 1,000`, result, { most, of: 'of 1,000' }))
  }
  return findings
}

async function productsOf(pool: BenchDatabase['pool'], { userId }: Person): Promise<[string, string]> {
  const { rows } = await pool.query<{ id: string }>(
    'select id from products where user_id = $1 and deleted_at is null order by created_at limit 2',
    [userId],
  )
  const [first, second] = rows
  if (!first || !second) throw new Error('There are no two products to compare.')
  return [first.id, second.id]
}

async function withFame(pool: BenchDatabase['pool'], productId: string, fame: Fame): Promise<void> {
  const client = await pool.connect()
  await makeFame(client, productId, fame).finally(() => client.release())
}

/** The time that the machine needs for an answer, in milliseconds. */
const cost =
  (url: string, path: string, owner: Person): Round =>
  async () => {
    const { requests, seconds } = await load(url, { path, headers: as(owner) }, amount)
    return (1000 * seconds) / requests
  }
