import type pg from 'pg'
import { makeSuccess, type Success } from '../data/earnings.ts'
import { load } from '../load/load.ts'
import { compare, costRound, timesFinding } from '../reference/compare.ts'
import type { Finding } from '../report.ts'
import { processorSeconds, serverSeconds } from '../stage/processor.ts'
import type { Setting } from '../stage/setting.ts'
import { as, type Person, signInAs } from '../stage/sign-in.ts'

const amount = { connections: 4, seconds: 2 }
const most = 10
const large: Success = { clicks: 1_000_000, entries: 100_000 }
const small: Success = { clicks: 1_000, entries: 100 }

/** What /earnings asks for. */
const calls = [
  ...['D', 'W', 'M', 'Y'].map((period) => ({
    what: `the figures of ${period} in Los Angeles`,
    path: `/api/v1/me/earnings?period=${period}&tz=America/Los_Angeles`,
  })),
  { what: 'the latest 50 ledger rows', path: '/api/v1/me/ledger' },
]

/** /earnings of a creator with 1,000,000 clicks and 100,000 ledger rows beside one with 1,000 and 100. */
export async function earningsFigure(setting: Setting): Promise<Finding[]> {
  const { pool } = await setting.database()
  const { url, pid } = await setting.app()
  const [successful, fresh] = await creatorsOf(pool)
  const client = await pool.connect()
  try {
    await makeSuccess(client, successful, large)
    await makeSuccess(client, fresh, small)
  } finally {
    client.release()
  }
  const [one, other] = [await signInAs({ url, pool }, successful), await signInAs({ url, pool }, fresh)]
  const used = await serverSeconds(pool)
  const cost = (path: string, person: Person) =>
    costRound(
      () => processorSeconds(pid) + used(),
      async () => (await load(url, { path, headers: as(person) }, amount)).requests,
    )
  const findings: Finding[] = []
  for (const { what, path } of calls) {
    const result = await compare(cost(path, one), cost(path, other))
    findings.push(timesFinding(`${what}, 1,000,000 clicks / 1,000`, result, { most, of: 'of 1,000' }))
  }
  return findings
}

/** One who shares much, and one who has begun. */
async function creatorsOf(pool: pg.Pool): Promise<[string, string]> {
  const withProducts = async (least: number, atMost: number): Promise<string> => {
    const { rows } = await pool.query<{ user_id: string }>(
      `select user_id from products where deleted_at is null group by 1
       having count(*) between $1 and $2 order by count(*) desc, user_id limit 1`,
      [least, atMost],
    )
    if (!rows[0]) throw new Error(`Nobody has ${least} to ${atMost} products.`)
    return rows[0].user_id
  }
  return [await withProducts(100, 500), await withProducts(5, 20)]
}
