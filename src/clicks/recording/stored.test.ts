import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeCountryDatabase } from '../../../tests/fakes/country-database.ts'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { insertPerson, insertProduct } from '../../../tests/harness/factories.ts'
import { peoplesAgents } from '../testing/agents.ts'
import { send } from '../testing/send.ts'

let app: TestApp
let product: string

beforeAll(async () => {
  const database = path.join(await mkdtemp(path.join(tmpdir(), 'folio-countries-')), 'countries.mmdb')
  await writeCountryDatabase(database, { '81.2.69.0/24': 'GB', '2a02:8100::/28': 'DE' })
  app = await startTestApp({
    env: { TRUST_PROXY: 'on', GEO_DATABASE: database, SITE_URL: 'https://folio.example' },
  })
  product = (await insertProduct(app.database.db, await insertPerson(app.database.db))).id
})
afterAll(() => app.close())

const view = (address: string, agent: string, referrer: string | null = null) =>
  send(`${app.url}/api/v1/products/${product}/clicks`, {
    method: 'POST',
    headers: { 'user-agent': agent },
    address,
    body: { kind: 'view', referrer },
  })

describe('What is stored of a view', () => {
  const {
    'Safari on an iPhone': safari,
    'inside TikTok': tikTok,
    curl,
  } = { ...peoplesAgents, curl: 'curl/8.5.0' }

  it.each([
    ['81.2.69.160', safari, 'https://l.instagram.com/?e=secret', ['instagram.com', 'GB', null]],
    ['2a02:8101::7', tikTok, null, ['tiktok.com', 'DE', null]],
    ['8.8.8.8', safari, 'https://folio.example/feed', ['self', null, null]],
    ['10.0.0.1', safari, null, [null, null, null]],
    ['81.2.69.161', curl, 'https://blog.example/', ['blog.example', 'GB', 'crawler']],
  ])('from %s: site, country, kind of program', async (address, agent, referrer, expected) => {
    const answer = await view(address, agent, referrer)
    expect([answer.status, answer.headers['set-cookie']]).toEqual([201, undefined])
    const { site, country, automation } = await app.database.db
      .selectFrom('clicks')
      .where('product_id', '=', product)
      .select(['site', 'country', 'automation'])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect([site, country, automation]).toEqual(expected)
  })

  it('never the address, in no table', async () => {
    const address = '81.2.69.99'
    await view(address, safari)
    const { rows: tables } = await app.database.pool.query<{ name: string }>(
      `select relname as name from pg_class where relname like 'click%' and relkind in ('r', 'p')`,
    )
    expect(tables.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['clicks', 'click_events', 'click_visits']),
    )
    for (const { name } of tables) {
      const { rows } = await app.database.pool.query<{ row: string }>(`select t::text as row from ${name} t`)
      expect(rows.filter(({ row }) => row.includes(address))).toEqual([])
    }
    const { rows: columns } = await app.database.pool.query(
      `select from information_schema.columns where table_name like 'click%' and data_type in ('inet', 'cidr')`,
    )
    expect(columns).toEqual([])
  })
})

it('a file without countries stops the start', async () => {
  await expect(
    startTestApp({ database: app.database, env: { GEO_DATABASE: 'package.json' } }),
  ).rejects.toThrow(/^GEO_DATABASE: the file/)
})
