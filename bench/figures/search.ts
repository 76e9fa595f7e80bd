import { load, type Request } from '../load/load.ts'
import { type SearchCall, searchCalls } from '../load/searches.ts'
import { compare, type Round, timesFinding } from '../reference/compare.ts'
import type { Finding } from '../report.ts'
import type { Setting } from '../stage/setting.ts'
import { as, findReader, signInAs } from '../stage/sign-in.ts'

const amount = { connections: 4, seconds: 1 }
const most = 6

/** Searching for products and for people, each kind of text beside finding one by its key. */
export async function searchFigure(setting: Setting): Promise<Finding[]> {
  const { url } = await setting.app()
  const { pool } = await setting.database()
  const headers = as(await signInAs({ url, pool }, await findReader(pool)))
  const findings: Finding[] = []
  for (const call of await searchCalls(pool)) findings.push(...(await besideLookup(url, headers, call)))
  return findings
}

async function besideLookup(
  url: string,
  headers: Record<string, string>,
  { path, searches, lookup }: SearchCall,
): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { what, texts, query = '' } of searches) {
    const values = { text: texts.map(encodeURIComponent) }
    const result = await compare(
      slowest(url, { path: `${path}?q={text}${query}`, headers, values }),
      slowest(url, { path: `${lookup.path}{key}`, headers, values: { key: lookup.keys } }),
    )
    findings.push(timesFinding(what, result, { most, of: 'by key' }))
  }
  return findings
}

/** The time that 95 of a hundred answers take at most, in milliseconds. */
const slowest =
  (url: string, request: Request): Round =>
  async () =>
    (await load(url, request, amount)).p95
