import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { CompiledQuery } from 'kysely'
import { expect, describe as group, it, onTestFinished } from 'vitest'
import { answerReader } from '../../bench/load/client.ts'
import { load } from '../../bench/load/load.ts'
import { compare } from '../../bench/reference/compare.ts'
import { scriptOf } from '../../bench/reference/pgbench.ts'
import { atLeast, atMost, growthOf, median } from '../../bench/report.ts'
import { createMemoryWatch } from '../../bench/stage/app.ts'
import { startProgram } from '../../bench/stage/programs.ts'

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const amount = { connections: 3, seconds: 0.3 }

group('the load of the benchmarks', () => {
  it('counts only requests that were answered', async () => {
    let served = 0
    const url = await serve((_, response) => {
      served++
      response.setHeader('content-length', 3).write('a')
      setImmediate(() => response.end('bc'))
    })
    const outcome = await load(url, { path: '/' }, amount)
    expect(outcome).toMatchObject({ requests: served, failures: 0 })
    expect(served).toBeGreaterThan(10)
  })

  it('reports the 50th, 95th and 99th percentile', async () => {
    let served = 0
    const url = await serve((_, response) => {
      const slow = served++ % 10 === 9
      setTimeout(() => response.end('ok'), slow ? 60 : 0)
    })
    const { p50, p95, p99 } = await load(url, { path: '/' }, amount)
    expect(p50).toBeLessThan(50)
    expect(p95).toBeGreaterThan(50)
    expect(p99).toBeGreaterThanOrEqual(p95)
  })

  it('waits between requests as long as requested', async () => {
    const url = await serve((_, response) => response.end('ok'))
    const { requests } = await load(url, { path: '/' }, { ...amount, pauseMs: 100 })
    expect(requests).toBeGreaterThan(3)
    expect(requests).toBeLessThanOrEqual(3 * 4)
  })

  it('sends at the requested rate, and counts from when a request was due', async () => {
    let served = 0
    const url = await serve((_, response) => {
      // The first answer comes late: the requests that are due meanwhile find the only connection busy.
      setTimeout(() => response.end('ok'), served++ === 0 ? 200 : 0)
    })
    const outcome = await load(url, { path: '/' }, { connections: 1, seconds: 0.3, rate: 100 })
    expect([outcome.requests, served]).toEqual([30, 30])
    // The last of them is due after 0.29 seconds, and half had to wait.
    expect(outcome.seconds).toBeGreaterThanOrEqual(0.29)
    expect(outcome.p50).toBeGreaterThan(30)
  })

  it('sends each request with its own values', async () => {
    const seen = new Set<string>()
    const url = await serve((request, response) => {
      request.on('data', (body) => seen.add(`${request.url} ${body}`)).on('end', () => response.end('ok'))
    })
    const request = {
      method: 'POST',
      path: '/of/{animal}',
      body: '{"id":"{uuid}"}',
      values: { animal: ['cat'] },
    }
    const { requests } = await load(url, request, amount)
    expect(seen.size).toBe(requests)
    expect([...seen][0]).toMatch(/^\/of\/cat \{"id":"[0-9a-f-]{36}"\}$/)
  })

  it('fails when an answer is not the expected one, or the connection breaks', async () => {
    const refusing = await serve((_, response) => response.writeHead(503, { 'content-length': 0 }).end())
    await expect(load(refusing, { path: '/' }, amount)).rejects.toThrow('were not 200')
    const breaking = await serve((request) => request.socket.destroy())
    await expect(load(breaking, { path: '/' }, amount)).rejects.toThrow('load/process.ts failed')
  })

  it('reads answers in chunks of any size', () => {
    const wire = Buffer.from(
      'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhelloHTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n',
    )
    for (let size = 1; size < 60; size++) {
      const statuses: number[] = []
      const read = answerReader(({ status }) => statuses.push(status))
      // The second answer never begins in the chunk that ends the first: the client sends one request at a time.
      for (const part of [wire.subarray(0, 43), wire.subarray(43)])
        for (let at = 0; at < part.length; at += size) read(part.subarray(at, at + size))
      expect(statuses).toEqual([200, 404])
    }
  })
})

group('what the benchmarks say', () => {
  it('distinguishes memory that grows from memory that goes up and down', () => {
    const saw = Array.from({ length: 90 }, (_, n) => 100 + (n % 10))
    expect(growthOf(saw)).toEqual({ thirds: [104, 104, 104], ratio: 1 })
    const warming = saw.map((value, n) => (n < 30 ? value / 2 : value))
    expect(growthOf(warming).ratio).toBe(1)
    const leaking = saw.map((value, n) => value + 2 * n)
    expect(growthOf(leaking).ratio).toBeGreaterThan(1.2)
    expect(() => growthOf([1, 2])).toThrow('nothing')
  })

  it('watches the memory of the started process only', async () => {
    const watch = createMemoryWatch()
    onTestFinished(watch.end)
    const idle = 'console.log("ready"); setInterval(() => {}, 1000)'
    const child = await startProgram(['node', '-e', idle], { env: watch.env, ready: /^ready$/ })
    await child.stop()
    const [sample] = watch.samplesOf(child.pid)
    expect(sample?.heapUsed).toBeGreaterThan(1e6)
    expect(sample?.rss).toBeGreaterThan(sample?.heapUsed ?? 0)
    expect(watch.samplesOf(child.pid + 1)).toEqual([])
  })

  it('compares neighbouring rounds, after one round of each to warm up', async () => {
    const rounds: string[] = []
    const rates = { app: [0, 50, 10, 50, 50, 50], reference: [0, 100, 20, 100, 100, 100] }
    const round = (who: 'app' | 'reference') => async () => {
      rounds.push(who)
      return rates[who].shift() ?? 0
    }
    const { ratio, ratios } = await compare(round('app'), round('reference'))
    expect({ ratio, ratios }).toEqual({ ratio: 0.5, ratios: [0.5, 0.5, 0.5, 0.5, 0.5] })
    expect(rounds.slice(0, 6)).toEqual(['app', 'reference', 'app', 'reference', 'app', 'reference'])
  })

  it('compares the median with the target', () => {
    expect(median([9, 1, 5])).toBe(5)
    expect(median([4, 1, 2, 3])).toBe(2)
    expect(() => median([])).toThrow('nothing')
    expect([atLeast(0.4, 0.4).met, atLeast(0.4, 0.39).met]).toEqual([true, false])
    expect([atMost(150, 150).met, atMost(150, 151).met]).toEqual([true, false])
  })

  it('passes the statement with its parameters to pgbench', () => {
    const query = {
      sql: 'select *\n from t where a = $1 and b < $2 limit $10',
      parameters: ["it's", new Date(0), 3, 4, 5, 6, 7, 8, 9, 41],
    } as unknown as CompiledQuery
    expect(scriptOf(query)).toBe(
      "select * from t where a = 'it''s' and b < '1970-01-01T00:00:00.000Z' limit 41;\n",
    )
  })
})
