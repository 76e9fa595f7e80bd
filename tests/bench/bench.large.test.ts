import type { CompiledQuery } from 'kysely'
import { expect, describe as group, it, onTestFinished } from 'vitest'
import { fill, varies } from '../../bench/load/fill.ts'
import { compare, costRound } from '../../bench/reference/compare.ts'
import { scriptOf } from '../../bench/reference/pgbench.ts'
import { atLeast, atMost, growthOf, median } from '../../bench/report.ts'
import { createMemoryWatch } from '../../bench/stage/app.ts'
import { startProgram } from '../../bench/stage/programs.ts'

group('the load of the benchmarks', () => {
  const request = {
    method: 'POST',
    path: '/of/{animal}',
    headers: { 'x-forwarded-for': '{address}' },
    body: '{"id":"{uuid}"}',
    values: { animal: ['cat'] },
  }

  it('sends each request with its own values', () => {
    const [one, other] = [fill(request), fill(request)]
    expect(one).toMatchObject({ method: 'POST', path: '/of/cat' })
    expect(one.headers['x-forwarded-for']).toMatch(/^\d+\.\d+\.\d+\.\d+$/)
    expect(one.body).toMatch(/^\{"id":"[0-9a-f-]{36}"\}$/)
    expect(other.body).not.toBe(one.body)
  })

  it('makes a request that is always the same once', () => {
    expect(varies(request)).toBe(true)
    expect(varies({ path: '/feed', headers: { accept: 'text/html' } })).toBe(false)
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

  it('says what one operation costs', async () => {
    let seconds = 7
    const round = costRound(
      () => seconds,
      async () => {
        seconds += 2
        return 1_000
      },
    )
    expect(await round()).toBe(2)
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
