import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { type Person, signUp, signUpAdmin } from '../../../tests/harness/people.ts'

let app: TestApp
let admin: Person

beforeAll(async () => {
  app = await startTestApp()
  admin = await signUpAdmin(app)
})
afterAll(() => app.close())

const call = (method: string, path: string, body?: unknown, person = admin) =>
  app.request(method, `/api/v1/admin/${path}`, { token: person.token, ...(body !== undefined && { body }) })

/** A run that another process is working on, or none. */
async function storeRun(state: 'waiting' | 'running' | 'stopped'): Promise<string> {
  const { rows } = await app.database.pool.query(
    `insert into order_runs (kind, state, created_at, finished_at, lease_token, lease_until)
     values ('match', $1, now(), case $1 when 'stopped' then now() end,
       case $1 when 'running' then gen_random_uuid() end, case $1 when 'running' then now() + interval '1 hour' end)
     returning id`,
    [state],
  )
  return rows[0].id
}

const over = async (id: string) => {
  let run: { state: string } = { state: '' }
  await vi.waitUntil(async () => {
    run = (await call('GET', `runs/${id}`)).body
    return !['waiting', 'running'].includes(run.state)
  })
  return run
}

describe('Starting a step of the pipeline (docs/product/reports.md#runs)', () => {
  it('ends it in the background, in the name of who asked', async () => {
    const started = await call('POST', 'runs', { kind: 'match' })
    expect(started).toMatchObject({ status: 201, body: { kind: 'match', actor: admin.username } })
    expect(await over(started.body.id)).toMatchObject({
      state: 'done',
      results: { total: 0, matched: 0, high_confidence: 0, medium_confidence: 0, no_match: 0, review: 0 },
    })
    const { body } = await call('GET', 'pipeline')
    expect(body.last.match).toMatchObject({ id: started.body.id, state: 'done' })
    expect(body.open_runs).toEqual([])
  })

  it('waits for the one under way, once however often it is asked for, and can be stopped while it waits', async () => {
    const other = await storeRun('running')
    const asked = await Promise.all([1, 2, 3].map(() => call('POST', 'runs', { kind: 'calculate' })))
    const [id, ...same] = asked.map(({ body }) => body.id)
    expect(same).toEqual([id, id])
    const { body } = await call('GET', 'pipeline')
    expect(body.open_runs.map((run: { id: string }) => run.id)).toEqual([other, id])

    expect(await call('POST', `runs/${other}/stop`)).toMatchObject({
      body: { state: 'running', is_stopping: true },
    })
    expect(await call('POST', `runs/${id}/stop`)).toMatchObject({ status: 200, body: { state: 'stopped' } })
    expect(await call('POST', `runs/${id}/stop`)).toMatchObject({ status: 200, body: { state: 'stopped' } })
    await app.database.pool.query('delete from order_runs where id = $1', [other])
  })

  it('is possible again for one that was stopped, not for one that is done or under way', async () => {
    const stopped = await storeRun('stopped')
    const again = await call('POST', `runs/${stopped}/restart`)
    expect(again).toMatchObject({ status: 201, body: { kind: 'match' } })
    expect(again.body.id).not.toBe(stopped)
    expect(await over(again.body.id)).toMatchObject({ state: 'done' })
    expect(await call('POST', `runs/${again.body.id}/restart`)).toMatchObject({
      status: 409,
      body: { code: 'conflict', message: 'This step is done.' },
    })
    const running = await storeRun('running')
    expect(await call('POST', `runs/${running}/restart`)).toMatchObject({
      status: 409,
      body: { message: 'This step has not ended yet.' },
    })
    await app.database.pool.query('delete from order_runs where id = $1', [running])
  })

  it('is in the audit log', async () => {
    const { body } = await call('GET', 'audit')
    const actions = new Set(body.items.map((entry: { action: string }) => entry.action))
    expect([...actions].sort()).toEqual(['run.restart', 'run.start', 'run.stop'])
  })

  it('is refused for a kind that has no run of its own, and 404 for an unknown run', async () => {
    expect(await call('POST', 'runs', { kind: 'merge' })).toMatchObject({ status: 400 })
    for (const path of ['', '/stop', '/restart'])
      expect(await call(path ? 'POST' : 'GET', `runs/${randomUUID()}${path}`)).toMatchObject({ status: 404 })
  })

  it('is for admins only', async () => {
    const person = await signUp(app)
    const id = await storeRun('stopped')
    for (const [method, path] of [
      ['GET', 'pipeline'],
      ['POST', 'runs'],
      ['GET', `runs/${id}`],
      ['POST', `runs/${id}/stop`],
      ['POST', `runs/${id}/restart`],
    ] as const) {
      const body = method === 'POST' ? { kind: 'match' } : undefined
      expect(await call(method, path, body, person)).toMatchObject({
        status: 404,
        body: { code: 'not_found' },
      })
      const anonymous = await app.request(method, `/api/v1/admin/${path}`, { ...(body && { body }) })
      expect(anonymous).toMatchObject({ status: 404, body: { code: 'not_found' } })
    }
  })
})
