import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { ManualClock } from '../../platform/clock.ts'
import { type ReleaseStage, setReleaseStage } from './testing/stage.ts'

let app: TestApp
let stage: ReleaseStage
beforeAll(async () => {
  app = await startTestApp({
    clock: new ManualClock(new Date('2026-01-15T12:00:00Z')),
    env: { EARNINGS_RELEASE: 'receipt' },
  })
  stage = await setReleaseStage(app)
  await stage.goTo('2026-11-22')
  await stage.report('2026-11-20')
})
afterAll(() => app.close())

/** What the creator is told of months and holds, the oldest first. */
async function told() {
  app.clock.advance(1_000)
  const { body } = await app.request('GET', '/api/v1/me/news', stage.ana())
  return body.items
    .filter(({ kind }: { kind: string }) => ['amazon_paid', 'hold_set', 'hold_lifted'].includes(kind))
    .map(({ kind, detail, count, amount }: Record<string, unknown>) => ({ kind, detail, count, amount }))
    .reverse()
}

describe('settling tells creators (docs/product/news.md#what-is-told)', () => {
  it('that Amazon has paid for a month, once, and which orders wait for it or no longer do', async () => {
    const { earn, pay, settle } = stage
    await earn('2026-02-03', 1_000)
    expect(await told()).toEqual([])
    await pay('2026-02', 10)
    const paid = { kind: 'amazon_paid', detail: '2026-02', count: 1, amount: 8 }
    expect(await told()).toEqual([paid])
    await settle()
    expect(await told()).toEqual([paid])

    // It comes after the payment, so it waits for the next.
    await earn('2026-02-04', 500)
    const [, held] = await told()
    expect(held).toMatchObject({ kind: 'hold_set', detail: 'orders', count: 1 })
    await pay('2026-02', 5)
    expect((await told()).at(-1)).toMatchObject({ kind: 'hold_lifted', detail: 'orders', count: 1 })
    await settle()
    expect(await told()).toHaveLength(3)
  })
})
