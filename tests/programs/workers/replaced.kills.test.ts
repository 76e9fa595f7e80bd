import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { ask, start, token, workersOf } from './start.ts'

/** Signs in as nobody, who is refused; the last byte is sent by `finish`. */
function beginSignIn(url: string) {
  const answer = Promise.withResolvers<number | string>()
  const arrived = Promise.withResolvers<void>()
  const begun = request(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    agent: new Agent(),
    headers: { 'content-type': 'application/json', expect: '100-continue' },
  })
    .once('continue', arrived.resolve)
    .once('response', (response) => {
      response.resume()
      answer.resolve(response.statusCode ?? 0)
    })
    .once('error', (error: NodeJS.ErrnoException) => answer.resolve(error.code ?? error.message))
  begun.flushHeaders()
  const finish = () => begun.end(JSON.stringify({ email: 'nobody@example.org', password: 'not-the-one' }))
  return { answer: answer.promise, arrived: arrived.promise, finish }
}

/** Whether the worker at the other end of a connection answers no more than what is under way. */
function isLeaving(url: string, agent: Agent): Promise<boolean> {
  return new Promise((resolve) => {
    request(`${url}/healthz`, { agent }, (response) => {
      response.resume().once('end', () => resolve(response.headers.connection === 'close'))
    }).end()
  })
}

/** Many who ask without a pause, half of them on a new connection each time; what they were answered. */
function load(url: string) {
  const answers = new Map<number | string, number>()
  const agents = [new Agent({ keepAlive: true }), new Agent()]
  let isOver = false
  const work = async (agent: Agent) => {
    while (!isOver) {
      const answer = await ask(url, agent)
      answers.set(answer, (answers.get(answer) ?? 0) + 1)
    }
  }
  const done = Promise.all(Array.from({ length: 8 }, (_, n) => work(agents[n % 2] as Agent)))
  return {
    answers,
    stop: async () => {
      isOver = true
      await done
      for (const agent of agents) agent.destroy()
    },
  }
}

const metric = async (url: string, name: string) => {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
  const line = (await answer.text()).split('\n').find((one) => one.startsWith(name))
  return Number(line?.split(' ').at(-1))
}

it('SIGHUP replaces workers one by one, and no request fails (decision 91)', async () => {
  const { folio } = await start({ LOG_LEVEL: 'info', LOG_FORMAT: 'json' })
  const before = workersOf(folio)
  expect(before).toHaveLength(2)
  const { answers, stop } = load(`${folio.url}/readyz`)
  await expect.poll(() => answers.get(200) ?? 0).toBeGreaterThan(50)
  folio.child.kill('SIGHUP')
  await expect.poll(() => folio.output(), { timeout: 200_000 }).toContain('All workers were replaced.')
  await stop()
  console.log(`Requests while two workers were replaced: ${JSON.stringify([...answers])}`)
  expect([...answers.keys()]).toEqual([200])
  const after = workersOf(folio)
  expect(after).toHaveLength(2)
  expect(after.filter((pid) => before.includes(pid))).toEqual([])
  for (const worker of [1, 2]) expect(folio.output()).toContain(`"worker":${worker}`)
  // What those counted that have ended is still in the sums.
  expect(
    await metric(folio.url, 'folio_http_requests_total{method="GET",route="/readyz",outcome="2xx"}'),
  ).toBe(answers.get(200))
  expect(await metric(folio.url, 'folio_pool_connections_max')).toBe(20)
  expect(await folio.end('SIGTERM')).toBe(0)
  expect(folio.output()).not.toMatch(/"level":(50|60)/)
})

it('a SIGHUP while workers are replaced replaces those again that had been already (decision 91)', async () => {
  const { folio } = await start({ LOG_LEVEL: 'info', LOG_FORMAT: 'json' })
  folio.child.kill('SIGHUP')
  await expect.poll(() => folio.output(), { timeout: 100_000 }).toMatch(/"worker":1,.*"ended"/)
  const replaced = workersOf(folio)
  folio.child.kill('SIGHUP')
  const done = () => folio.output().match(/All workers were replaced\./g)?.length
  await expect.poll(done, { timeout: 60_000 }).toBe(2)
  const after = workersOf(folio)
  expect(after).toHaveLength(2)
  expect(after.filter((pid) => replaced.includes(pid))).toEqual([])
})

it('a worker that dies while another comes in its place has one successor (decision 91)', async () => {
  const { folio } = await start({ LOG_LEVEL: 'info' })
  // The first is replaced first, and the others began after it served.
  const first = Math.min(...workersOf(folio))
  folio.child.kill('SIGHUP')
  await expect.poll(() => workersOf(folio)).toHaveLength(3)
  process.kill(first, 'SIGKILL')
  await expect.poll(() => folio.output(), { timeout: 200_000 }).toContain('All workers were replaced.')
  expect(folio.output()).toContain('Another takes its place')
  expect(workersOf(folio)).toHaveLength(2)
  expect(await metric(folio.url, 'folio_pool_connections_max')).toBe(20)
})

it('SIGTERM while workers are replaced answers what the one that leaves has begun (decision 91)', async () => {
  const { folio } = await start({ LOG_LEVEL: 'info', LOG_FORMAT: 'json' })
  // They take turns with new connections: the first is the first worker's, and so is the third.
  const first = beginSignIn(folio.url)
  await first.arrived
  const second = beginSignIn(folio.url)
  await second.arrived
  const third = new Agent({ keepAlive: true, maxSockets: 1 })
  folio.child.kill('SIGHUP')
  await expect.poll(() => isLeaving(folio.url, third), { timeout: 100_000 }).toBe(true)
  const code = folio.end('SIGTERM')
  second.finish()
  expect(await second.answer).toBe(400)
  await expect.poll(() => folio.output(), { timeout: 100_000 }).toMatch(/"worker":2,.*"ended"/)
  // Nothing shows that all the others wait, the database too, which the answer needs.
  expect(await Promise.race([code, delay(1_000, 'goes on')])).toBe('goes on')
  first.finish()
  expect(await first.answer).toBe(400)
  expect(await code).toBe(0)
  expect(folio.output()).not.toMatch(/"level":(50|60)/)
})

it.each([
  ['one process', '1'],
  ['each worker', '2'],
])('SIGHUP ends nothing: %s goes on where there is nothing to replace, and it says so', async (_, size) => {
  const { folio } = await start({ WEB_CONCURRENCY: size })
  const all = size === '1' ? [folio.child.pid as number] : workersOf(folio)
  for (const pid of all) process.kill(pid, 'SIGHUP')
  if (size === '1') await expect.poll(() => folio.output()).toContain('SIGHUP replaces workers')
  const agent = new Agent()
  for (let n = 0; n < 20; n += 1) expect(await ask(`${folio.url}/readyz`, agent)).toBe(200)
  expect(await folio.end('SIGTERM')).toBe(0)
  expect(folio.output()).not.toContain('has ended')
})
