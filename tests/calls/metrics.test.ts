import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { openDatabase } from '../../src/platform/database/database.ts'
import { siteUrlOf } from '../../src/platform/http/listen.ts'
import { maintenanceSources } from '../../src/platform/metrics/maintenance.ts'
import { createMetrics } from '../../src/platform/metrics/metrics.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { insertPerson, insertProduct } from '../harness/factories.ts'
import { signUp } from '../harness/people.ts'

const token = 'a-token-of-the-tests'

let app: TestApp
let port: string

beforeAll(async () => {
  port = new URL(await siteUrlOf({ host: '127.0.0.1', port: 0, siteUrl: undefined })).port
  app = await startTestApp({ env: { METRICS_TOKEN: token, METRICS_PORT: port } })
})
afterAll(() => app.close())

const scrape = async (from = app): Promise<string> => (await from.request('GET', '/metrics', { token })).body

/** The value of one series, written as Prometheus does; undefined where it is not there. */
function valueIn(text: string, series: string): number | undefined {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length))
}

/** What series have grown by while `work` was done: tests share a process, and so its counts. */
async function growthOf(series: string[], work: () => Promise<unknown>): Promise<(number | undefined)[]> {
  const valuesIn = (text: string) => series.map((one) => valueIn(text, one) ?? 0)
  const before = valuesIn(await scrape())
  await work()
  return valuesIn(await scrape()).map((value, n) => value - (before[n] ?? 0))
}

describe('metrics', () => {
  it('are for the bearer of the token alone: to others there is no such call', async () => {
    const { status, headers } = await app.request('GET', '/metrics', { token })
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
      'no-store',
    ])
    for (const wrong of [undefined, '', 'another-token-of-tests', `${token}x`])
      expect((await app.request('GET', '/metrics', { token: wrong })).status).toBe(404)
  })

  it('are nowhere unless asked for', async () => {
    const other = await startTestApp({ database: app.database })
    onTestFinished(() => other.close())
    for (const sent of [undefined, '', 'undefined', 'null'])
      expect((await other.request('GET', '/metrics', { token: sent })).status).toBe(404)
  })

  it('are at a port of their own, which has nothing else', async () => {
    const own = (path: string, method = 'GET') => fetch(`http://127.0.0.1:${port}${path}`, { method })
    const answer = await own('/metrics')
    expect([answer.status, await answer.text()]).toEqual([
      200,
      expect.stringContaining('folio_database_up 1\n'),
    ])
    expect([(await own('/feed')).status, (await own('/metrics', 'POST')).status]).toEqual([404, 404])
  })

  it('count requests by the pattern of their route, never by an address', async () => {
    const series = (method: string, route: string, outcome: string) =>
      `folio_http_requests_total{method="${method}",route="${route}",outcome="${outcome}"}`
    let username = ''
    const grown = await growthOf(
      [
        series('POST', '/auth/v1/signup', '2xx'),
        series('POST', 'unknown', '4xx'),
        series('GET', 'page of one part', '4xx'),
        series('GET', 'page other', '4xx'),
        'folio_http_request_duration_seconds_count{route="unknown"}',
        'folio_security_events_total{event="signed_up"}',
      ],
      async () => {
        ;({ username } = await signUp(app))
        await app.request('GET', '/api/v1/profiles/nobody-of-this-name')
        await app.request('GET', `/${username}`)
        for (let n = 0; n < 5; n++) await app.request('POST', `/made-up-${n}/at-all`)
        await app.request('GET', '/made-up/by/somebody')
      },
    )
    expect(grown).toEqual([1, 5, 1, 1, 5, 1])
    const text = await scrape()
    expect(text).not.toMatch(/made-up|nobody-of|example\.com|127\.0\.0\.1/)
    expect(text).not.toContain(username)
    expect(valueIn(text, 'folio_http_requests_in_progress')).toBe(1)
  })

  it('count clicks by their group commits, jobs and mails by their outcome', async () => {
    const working = await startTestApp({ jobs: true })
    onTestFinished(() => working.close())
    const { id } = await insertProduct(working.database.db, await insertPerson(working.database.db))
    const { email } = await signUp(working)
    const done = 'folio_jobs_total{name="send_recovery_mail",outcome="done"}'
    const doneBefore = valueIn(await scrape(), done) ?? 0
    const grown = await growthOf(
      [
        'folio_click_batch_size_sum',
        'folio_click_commit_seconds_count',
        'folio_clicks_unwritten_total',
        done,
        'folio_mails_total{outcome="sent"}',
      ],
      async () => {
        await working.request('POST', `/api/v1/products/${id}/clicks`, { body: { kind: 'view' } })
        await working.request('POST', '/auth/v1/recover', { body: { email } })
        await vi.waitUntil(async () => (valueIn(await scrape(), done) ?? 0) > doneBefore, { timeout: 20_000 })
      },
    )
    expect(grown).toEqual([1, 1, 0, 1, 1])
  })

  it('take one connection at most, however many look, and read seldom', async () => {
    const other = await startTestApp({ env: { METRICS_TOKEN: token }, database: app.database })
    onTestFinished(() => other.close())
    let taken = 0
    const count = () => {
      taken += 1
    }
    app.database.pool.on('acquire', count)
    onTestFinished(() => void app.database.pool.off('acquire', count))
    const texts = await Promise.all(Array.from({ length: 10 }, () => scrape(other)))
    texts.push(await scrape(other))
    expect(texts.map((text) => valueIn(text, 'folio_database_up'))).toEqual(Array(11).fill(1))
    expect(taken).toBe(1)
  })

  it('tell of jobs, verification, orders that wait, the allowance, clicks and the pool', async () => {
    const { pool } = app.database
    await pool.query(`
      insert into amazon_orders
        (order_item_id, asin, marketplace, order_date, order_status, quantity, commission_cents, updated_at)
      values ('x-1', 'B000000001', 'us', '2026-01-02', 'shipped', 1, 100, '2026-01-03T00:00:00Z');
      insert into orders_to_match values ('x-1', '2026-01-02');
      insert into verifications (began_at, checks, failed) values ('2026-01-04T00:00:00Z', 20, '{one,two}');
      update amazon_calls set day = (now() at time zone 'UTC')::date, calls = 7, paused_until = now() + interval '1 hour';
      select graphile_worker.add_job('send_password_mail', max_attempts => 1);
      select graphile_worker.add_job('fold_clicks', run_at => now() - interval '10 minutes');
      update graphile_worker._private_jobs set attempts = 1
        where task_id = (select id from graphile_worker._private_tasks where identifier = 'send_password_mail')`)
    const other = await startTestApp({ env: { METRICS_TOKEN: token }, database: app.database })
    onTestFinished(() => other.close())
    const text = await scrape(other)
    expect({
      match: valueIn(text, 'folio_orders_waiting{step="match"}'),
      post: valueIn(text, 'folio_orders_waiting{step="post"}'),
      since: valueIn(text, 'folio_orders_waiting_since_timestamp_seconds{step="match"}'),
      nothing: valueIn(text, 'folio_orders_waiting_since_timestamp_seconds{step="post"}'),
      verified: valueIn(text, 'folio_verify_last_timestamp_seconds'),
      wrong: valueIn(text, 'folio_verify_failed_checks'),
      calls: valueIn(text, 'folio_amazon_calls_today'),
      allowed: valueIn(text, 'folio_amazon_calls_allowed'),
      paused: valueIn(text, 'folio_amazon_paused'),
      failed: valueIn(text, 'folio_jobs_failed{name="send_password_mail"}'),
      waiting: valueIn(text, 'folio_jobs_waiting{name="fold_clicks"}'),
      folded: valueIn(text, 'folio_clicks_unfolded_since_timestamp_seconds'),
      backup: valueIn(text, 'folio_backup_newest_timestamp_seconds'),
    }).toEqual({
      match: 1,
      post: 0,
      since: Date.parse('2026-01-03') / 1000,
      nothing: undefined,
      verified: Date.parse('2026-01-04') / 1000,
      wrong: 2,
      calls: 7,
      allowed: 8640,
      paused: 1,
      failed: 1,
      waiting: 1,
      folded: undefined,
      backup: undefined,
    })
    expect(valueIn(text, 'folio_jobs_late_seconds')).toBeGreaterThanOrEqual(600)
    expect(valueIn(text, 'folio_disk_free_bytes')).toBeGreaterThan(0)
    expect(valueIn(text, 'folio_pool_connections{state="waiting"}')).toBe(0)
    expect(text).toMatch(/folio_build_info\{version="[\d.]+",node="v24[\d.]+",migration="\d{4}_\w+"\} 1\n/)
  })

  it('say that the database is away, and nothing of what is in it', async () => {
    const { db, close } = openDatabase({ host: '/nowhere', port: 1, user: 'nobody', database: 'none' })
    onTestFinished(close)
    const text = await createMetrics({ db, own: [], stored: maintenanceSources })()
    expect(valueIn(text, 'folio_database_up')).toBe(0)
    expect(text).not.toMatch(/^folio_jobs_late_seconds \d/m)
  })
})

/** The names of all metrics, as their types say them; of a histogram also the series that it has. */
async function allNames(): Promise<Set<string>> {
  const types = [...(await scrape()).matchAll(/^# TYPE (\w+) (\w+)$/gm)]
  return new Set(
    types.flatMap(([, name = '', type]) =>
      type === 'histogram' ? [name, `${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  )
}

const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')

const namesIn = (text: string) => new Set(text.match(/\b(?:folio|process|nodejs)_[a-z0-9_]+\b/g))

type Dashboard = { panels: { targets?: { expr: string }[] }[] }

describe('the list of metrics', () => {
  it('has every metric that alerts and the dashboard look at', async () => {
    const known = await allNames()
    const dashboard = JSON.parse(read('ops/grafana.json')) as Dashboard
    const expressions = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
    expect(expressions.length).toBeGreaterThan(20)
    const alerts = read('ops/alerts.yml')
    for (const text of [...expressions, alerts, read('ops/alerts.test.yml')])
      for (const name of namesIn(text)) expect(known, `${name} of: ${text.slice(0, 80)}`).toContain(name)
    expect(namesIn(alerts).size).toBeGreaterThan(20)
  })

  it('has an alert that fires in the tests of the rules for each rule', () => {
    const rules = [...read('ops/alerts.yml').matchAll(/alert: (\w+)/g)].map(([, name]) => name)
    const fired = new Set(
      [...read('ops/alerts.test.yml').matchAll(/alertname="(\w+)"/g)].map(([, name]) => name),
    )
    expect([...fired].sort()).toEqual(rules.sort())
  })

  it('in docs/metrics.md has every metric of Folio, and no other', async () => {
    const documented = new Set(
      [...read('docs/metrics.md').matchAll(/^\| `(folio_\w+)/gm)].map(([, name]) => name),
    )
    const own = [...(await allNames())].filter(
      (name) => name.startsWith('folio_') && !/_(bucket|sum|count)$/.test(name),
    )
    expect([...documented].sort()).toEqual(own.sort())
  })
})
