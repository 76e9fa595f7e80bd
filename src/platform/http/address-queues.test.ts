import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createLog } from '../log.ts'
import { createAddressQueues } from './address-queues.ts'
import { createHttpServer } from './server.ts'

const site = { appName: 'Folio', siteUrl: 'http://localhost', checkResponses: true, log: createLog('fatal') }
const bounds = { maxRunning: 3, maxPerAccount: 2, maxWaiting: 3, maxWaitingInAll: 4 }

type Params = { account: string; name: string }

let server: Awaited<ReturnType<typeof createHttpServer>>
/** The requests that have begun, in that order, and how to end each. */
let begun: string[]
let ends: Map<string, () => void>

afterEach(async () => {
  server.server.closeAllConnections()
  for (const end of ends.values()) end()
  await server.close()
})

/** A server whose answers are given once they are ended; some have been refused by a limit, some leave before that. */
async function serve(pauseMs?: number) {
  const inTurn: string[] = []
  begun = inTurn
  ends = new Map()
  server = await createHttpServer({ ...site, trustProxy: true })
  const turns = createAddressQueues({ ...bounds, ...(pauseMs && { pauseMs }) })
  server.get<{ Params: Params }>('/:account/:name', { schema: { hide: true } }, async (request, reply) => {
    const { account, name } = request.params
    const leave = await turns.take(request, reply, account)
    inTurn.push(name)
    if (name === 'refused') return reply.code(429).send(name)
    if (name === 'leaves') leave()
    await new Promise<void>((resolve) => ends.set(name, resolve))
    return name
  })
  await server.listen({ port: 0, host: '127.0.0.1' })
}

/** Sends a request, and returns its answer: the text, or the status and when to try again. */
function ask(account: string, name: string, { from = '203.0.113.9', signal }: Options = {}): Promise<string> {
  const { port } = server.server.address() as AddressInfo
  return fetch(`http://127.0.0.1:${port}/${account}/${name}`, {
    headers: { 'x-forwarded-for': from, connection: 'close' },
    ...(signal && { signal }),
  }).then(
    async (answer) =>
      answer.ok || answer.status === 429
        ? answer.text()
        : `${answer.status} after ${answer.headers.get('retry-after')}`,
    () => 'gone',
  )
}
type Options = { from?: string; signal?: AbortSignal }

const untilBegun = (...names: string[]) => expect.poll(() => begun).toEqual(names)
/** Resolves once the server has seen so many requests. */
function untilSeen(count: number) {
  return new Promise<void>((resolve) => {
    let seen = 0
    server.server.on('request', () => {
      seen += 1
      if (seen === count) setImmediate(resolve)
    })
  })
}
/** Sends requests one after the other, while none of them may begin. */
async function askInVain(account: string, ...names: string[]): Promise<Promise<string>[]> {
  const answers: Promise<string>[] = []
  for (const name of names) {
    const seen = untilSeen(1)
    answers.push(ask(account, name))
    await seen
  }
  return answers
}

describe('requests of one address', () => {
  it('begin up to a limit, with a lower limit for each account, and delay no other address', async () => {
    await serve()
    ask('a', 'a1')
    await untilBegun('a1')
    ask('a', 'a2')
    await untilBegun('a1', 'a2')
    const [third] = await askInVain('a', 'a3')
    ask('b', 'b1')
    await untilBegun('a1', 'a2', 'b1')
    await askInVain('c', 'c1')
    ask('a', 'elsewhere', { from: '203.0.113.8' })
    await untilBegun('a1', 'a2', 'b1', 'elsewhere')
    ends.get('a1')?.()
    await untilBegun('a1', 'a2', 'b1', 'elsewhere', 'a3')
    ends.get('a3')?.()
    expect(await third).toBe('a3')
    await untilBegun('a1', 'a2', 'b1', 'elsewhere', 'a3', 'c1')
  })

  it('have the accounts that wait begin in turns', async () => {
    await serve()
    for (const [account, name] of [
      ['x', 'x1'],
      ['y', 'y1'],
      ['z', 'z1'],
    ] as const) {
      ask(account, name)
      await expect.poll(() => begun).toContain(name)
    }
    await askInVain('a', 'a1', 'a2')
    await askInVain('b', 'b1')
    for (const [ended, next] of [
      ['x1', 'a1'],
      ['a1', 'b1'],
      ['b1', 'a2'],
    ] as const) {
      ends.get(ended)?.()
      await expect.poll(() => begun.at(-1)).toBe(next)
    }
  })

  it('are refused where too many wait, starting with the last of the account that has most waiting', async () => {
    await serve()
    for (const name of ['a1', 'a2']) {
      ask('a', name)
      await expect.poll(() => begun).toContain(name)
    }
    const answers = await askInVain('a', 'a3', 'a4', 'a5')
    expect(await ask('a', 'a6')).toBe('503 after 5')
    ask('b', 'b1')
    await untilBegun('a1', 'a2', 'b1')
    await askInVain('b', 'b2')
    expect(await answers[2]).toBe('503 after 5')
    ends.get('a1')?.()
    await expect.poll(() => begun.at(-1)).toBe('a3')
  })

  it('are refused where too many wait in all', async () => {
    await serve()
    const froms = ['203.0.113.1', '203.0.113.2', '203.0.113.3']
    for (const from of froms)
      for (const name of ['1', '2']) {
        ask('a', from + name, { from })
        await expect.poll(() => begun).toContain(from + name)
      }
    for (const from of froms.slice(0, 2))
      for (const name of ['3', '4']) {
        const seen = untilSeen(1)
        ask('a', from + name, { from })
        await seen
      }
    expect(await ask('a', 'one more', { from: froms[2] as string })).toBe('503 after 5')
    expect(begun).toHaveLength(6)
  })

  it('make room when their clients leave while they wait', async () => {
    await serve()
    for (const name of ['a1', 'a2']) {
      ask('a', name)
      await expect.poll(() => begun).toContain(name)
    }
    const gone = new AbortController()
    const closed = new Promise((resolve) =>
      server.server.once('request', (_, response) => response.once('close', resolve)),
    )
    const seen = untilSeen(1)
    const left = ask('a', 'left', { signal: gone.signal })
    await seen
    const [waiting] = await askInVain('a', 'a3', 'a4')
    gone.abort()
    expect(await left).toBe('gone')
    await closed
    await askInVain('a', 'a5')
    ends.get('a1')?.()
    await expect.poll(() => begun.at(-1)).toBe('a3')
    ends.get('a3')?.()
    expect(await waiting).toBe('a3')
    expect(begun).not.toContain('left')
  })

  it('end their turn before their answer, where they ask to', async () => {
    await serve()
    ask('a', 'leaves')
    await untilBegun('leaves')
    for (const name of ['a2', 'a3']) {
      ask('a', name)
      await expect.poll(() => begun).toContain(name)
    }
  })
})

describe('a request that a limit refused', () => {
  it('keeps its turn for a while, so that a script cannot ask faster', async () => {
    // Nobody's turn comes again in this test.
    await serve(3_600_000)
    expect(await ask('a', 'refused')).toBe('refused')
    expect(await ask('a', 'refused')).toBe('refused')
    await askInVain('a', 'waits')
    ask('b', 'b1')
    await untilBegun('refused', 'refused', 'b1')
  })
})
