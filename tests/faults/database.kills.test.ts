import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { listenForChanges } from '../../src/pages/cache/invalidation.ts'
import { PageCache } from '../../src/pages/cache/page-cache.ts'
import { onServer, type Scene, setScene } from './scene.ts'

/** A refusal as everybody understands it: a code for programs, and when to come back. */
const isRefusal = ({ status, headers }: Awaited<ReturnType<Scene['get']>>) =>
  status === 503 && Number(headers.get('retry-after')) >= 1

/** Everything is as it was: reading, writing, and the connection for page changes. */
const isWell = async (scene: Scene) => {
  const answers = await Promise.all([scene.get('/api/v1/feed'), scene.post({}), scene.click()])
  return answers.map(({ status }) => status).join() === '200,201,201'
}
const untilWell = (scene: Scene) => vi.waitUntil(() => isWell(scene), { timeout: 30_000, interval: 100 })

const endConnections = (scene: Scene) =>
  scene.direct.query('select pg_terminate_backend(pid) from pg_stat_activity where usename = $1', [
    scene.account,
  ])

describe('the database (docs/operating.md#what-happens-when)', () => {
  it('away: cached pages go on, all else is refused, and it is well again by itself', async () => {
    const scene = await setScene()
    const acknowledged = crypto.randomUUID()
    expect((await scene.click(acknowledged)).status).toBe(201)
    scene.line.state = 'cut'
    expect(isRefusal(await scene.get('/api/v1/feed'))).toBe(true)
    expect(isRefusal(await scene.post({}))).toBe(true)
    expect(isRefusal(await scene.click())).toBe(true)
    expect(isRefusal(await scene.get('/readyz'))).toBe(true)
    expect(await scene.goesOn()).toBe(true)
    expect(scene.said('Requests are refused for now: the database cannot answer.')).toBe(1)
    expect(scene.lost).toHaveLength(1)
    const metric = await scene.metrics()
    expect(metric('folio_refused_total{reason="database"}')).toBeGreaterThanOrEqual(3)
    expect(metric('folio_database_up')).toBe(0)
    expect(await scene.doctor('database')).toMatchObject({ state: 'fail' })
    scene.line.state = 'open'
    await untilWell(scene)
    expect(await scene.hasClick(acknowledged)).toBe(true)
  })

  it('silent, as a machine that is gone: connections to it are given up, and it is well again by itself', async () => {
    const scene = await setScene({ silentMs: 1_500 })
    scene.line.state = 'silent'
    const answers = await Promise.all(Array.from({ length: 40 }, () => scene.get('/api/v1/feed')))
    expect(answers.every(isRefusal)).toBe(true)
    expect(await scene.goesOn()).toBe(true)
    // Another machine has taken its place: what was on its way is lost.
    scene.line.state = 'cut'
    scene.line.state = 'open'
    await untilWell(scene)
  })

  it('slow: what is there is given at once, and what was acknowledged is stored', async () => {
    const scene = await setScene()
    scene.line.delayMs = 200
    const event = crypto.randomUUID()
    const [click, answers] = await Promise.all([
      scene.click(event),
      Promise.all(Array.from({ length: 300 }, () => scene.get('/api/v1/feed'))),
      scene.goesOn().then((goesOn) => expect(goesOn).toBe(true)),
    ])
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    expect(answers.every((answer) => answer.status === 200 || isRefusal(answer))).toBe(true)
    scene.line.delayMs = 0
    expect(await scene.hasClick(event)).toBe(click.status === 201)
    await untilWell(scene)
  })

  it('out of connections: those who have none are refused, and get one as soon as there is one', async () => {
    const scene = await setScene()
    await onServer(`alter role ${scene.account} connection limit 0`)
    await endConnections(scene)
    await vi.waitUntil(async () => isRefusal(await scene.get('/api/v1/feed')))
    expect(isRefusal(await scene.click())).toBe(true)
    expect(await scene.goesOn()).toBe(true)
    expect(scene.said('Requests are refused for now: the database cannot answer.')).toBe(1)
    const metric = await scene.metrics()
    expect(metric('folio_database_up')).toBe(0)
    expect(await scene.doctor('database')).toMatchObject({
      state: 'fail',
      says: expect.stringContaining('all its connections are taken'),
    })
    await onServer(`alter role ${scene.account} connection limit -1`)
    await untilWell(scene)
  })

  it('read-only: everything can be read, changes are refused, and connections to it are given up', async () => {
    const scene = await setScene()
    const { token } = scene.person
    const name = scene.app.database.address.database
    await onServer(`alter database ${name} set default_transaction_read_only = on`)
    await endConnections(scene)
    // Some connections of before are noticed to be gone only when they are used.
    await vi.waitUntil(
      async () => isRefusal(await scene.post({})) && (await scene.get('/api/v1/feed')).status === 200,
    )
    expect(isRefusal(await scene.click())).toBe(true)
    for (const target of [
      '/api/v1/feed',
      '/api/v1/me',
      '/api/v1/me/sessions',
      `/api/v1/products/${scene.product.shortLinkId}`,
    ])
      expect([target, (await scene.get(target, token)).status]).toEqual([target, 200])
    expect((await scene.get(`/${scene.person.username}`)).status).toBe(200)
    expect(await scene.goesOn()).toBe(true)
    expect(scene.said('Requests are refused for now: the database cannot answer.')).toBe(1)
    const metric = await scene.metrics()
    expect(metric('folio_refused_total{reason="database"}')).toBeGreaterThan(0)
    expect(await scene.doctor('database')).toMatchObject({
      state: 'fail',
      says: 'The database accepts no changes.',
    })
    await onServer(`alter database ${name} reset default_transaction_read_only`)
    await untilWell(scene)
  })

  it('busy with something that holds everything up: the line has an end, and goes on as soon as that is over', async () => {
    const scene = await setScene()
    const holder = await scene.direct.connect()
    onTestFinished(() => holder.release(true))
    await holder.query('begin')
    await holder.query('lock table products in access exclusive mode')
    const asked = Array.from({ length: 200 }, () => scene.get('/api/v1/feed'))
    const last = await vi.waitUntil(
      async () => {
        const answer = await scene.get('/api/v1/me', scene.person.token)
        return isRefusal(answer) && answer
      },
      { timeout: 20_000, interval: 50 },
    )
    expect(['1', '2', '3']).toContain(last.headers.get('retry-after'))
    expect(await scene.goesOn()).toBe(true)
    const metric = await scene.metrics()
    expect(metric('folio_refused_total{reason="pool"}')).toBeGreaterThan(0)
    expect(metric('folio_pool_connections{state="used"}')).toBe(20)
    expect(scene.said('Requests are refused for now: too many wait for a connection to the database.')).toBe(
      1,
    )
    expect(await scene.doctor('load')).toMatchObject({
      state: 'fail',
      todo: expect.stringContaining('pg_stat_activity'),
    })
    await holder.query('rollback')
    const answers = await Promise.all(asked)
    expect(answers.every((answer) => answer.status === 200 || isRefusal(answer))).toBe(true)
    await untilWell(scene)
  })
})

it('a page is not trusted any more once the database is silent, and changes are received again afterwards (decision 71)', async () => {
  const scene = await setScene()
  const cache = new PageCache(() => Date.now())
  const ended = vi.spyOn(cache, 'invalidate')
  const distrusted = vi.spyOn(cache, 'distrust')
  const { database } = scene.app
  const changes = listenForChanges(database.address, cache, scene.app.app.server.log, {
    beatMs: 300,
    silentMs: 200,
  })
  await changes.ready
  distrusted.mockClear()
  scene.line.state = 'silent'
  await vi.waitUntil(() => distrusted.mock.calls.length > 0, { timeout: 20_000 })
  scene.line.state = 'open'
  const hearsOfChanges = async () => {
    await scene.direct.query(`select pg_notify('page_changed', 'feed')`)
    return ended.mock.calls.length > 0
  }
  await vi.waitUntil(hearsOfChanges, { timeout: 20_000 })
  await changes.stop()
})
