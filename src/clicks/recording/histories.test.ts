import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { insertProduct } from '../../../tests/harness/factories.ts'
import { randomRuns } from '../../../tests/harness/random-runs.ts'
import { ManualClock } from '../../platform/clock.ts'
import { createLog } from '../../platform/log.ts'
import {
  addressOf,
  clickOn,
  clicksCount,
  storedClicks,
  wrongCounters,
  wrongDeltas,
} from '../testing/clicks.ts'
import { setClicks } from '../testing/stage.ts'
import { type Click, createClickRecorder } from './recorder.ts'

const stage = setClicks()

const pastDay = new Date('2026-11-20T20:00:00Z')
const eventIds = ['3f9ab1c2-5d0e-4c55-9d6c-0d9b8c6f0001', '3f9ab1c2-5d0e-4c55-9d6c-0d9b8c6f0002']

const someClick = fc.record({
  product: fc.constantFrom('first', 'first', 'second', 'deleted'),
  kind: fc.constantFrom('view', 'outbound'),
  claim: fc.constantFrom('counted', 'counted', 'counted', 'limited', 'bot'),
  byOwner: fc.boolean(),
  address: fc.constantFrom(0, 0, 0, 1),
  agent: fc.nat(6),
  event: fc.constantFrom(null, null, ...eventIds),
  automation: fc.constantFrom(null, 'preview', 'crawler'),
  site: fc.constantFrom(null, 'instagram.com', 'x.com'),
  country: fc.constantFrom(null, 'ES', 'US'),
})
type SomeClick = typeof someClick extends fc.Arbitrary<infer T> ? T : never
// Some minutes pass, then clicks arrive together at one of two nodes.
const step = fc.record({
  minutes: fc.constantFrom(0, 1, 15, 29, 30, 31, 240),
  node: fc.constantFrom(0, 1),
  clicks: fc.array(someClick, { minLength: 1, maxLength: 12 }),
})

/** The rules of outcomes, written again for one request at a time. */
function createModel() {
  /** When each visitor of an address last counted for a product. */
  const lastCounted = new Map<string, Map<number, number>>()
  const events = new Map<string, string>()
  const rows: string[] = []
  return {
    rows,
    record(click: SomeClick, at: number): string | null {
      if (click.product === 'deleted') return null
      const eventKey = click.event && `${click.event} ${click.product} ${click.kind}`
      const first = eventKey && events.get(eventKey)
      if (first) return first
      const outcome = decide(click, at)
      if (eventKey) events.set(eventKey, outcome)
      rows.push(`${click.product}: ${click.kind} ${outcome}`)
      return outcome
    },
  }

  function decide(click: SomeClick, at: number): string {
    if (click.claim === 'bot') return 'bot'
    if (click.byOwner) return 'owner'
    if (click.claim === 'limited') return 'limited'
    const limitKey = `${click.address} ${click.product} ${click.kind}`
    const counted = lastCounted.get(limitKey) ?? new Map<number, number>()
    const lately = [...counted].filter(([, last]) => at - last < 30 * 60_000).map(([agent]) => agent)
    if (lately.includes(click.agent)) return 'repeat'
    if (lately.length >= 5) return 'limited'
    lastCounted.set(limitKey, counted.set(click.agent, at))
    return 'counted'
  }
}

describe('Histories of clicks (docs/product/clicks.md#outcomes)', () => {
  it('end as the rules say, with counters that equal the rows', async () => {
    let run = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        run += 1
        const ids = {
          first: (await insertProduct(stage.database.db, stage.owner)).id,
          second: (await insertProduct(stage.database.db, stage.owner)).id,
          deleted: (await insertProduct(stage.database.db, stage.owner, { deleted_at: pastDay })).id,
        }
        const clock = new ManualClock(pastDay)
        const options = { db: stage.database.db, clock: clock.now, log: createLog('silent'), maxBatch: 5 }
        const nodes = [createClickRecorder(options), createClickRecorder(options)]
        const model = createModel()

        for (const { minutes, node, clicks } of steps) {
          clock.advance(minutes * 60_000)
          const expected = clicks.map((click) => model.record(click, clock.now().getTime()))
          const answers = await Promise.all(
            clicks.map(({ product, byOwner, address, agent, event, ...click }) =>
              nodes[node]?.record(
                clickOn(ids[product as keyof typeof ids], {
                  ...(click as Pick<Click, 'kind' | 'claim' | 'automation' | 'site' | 'country'>),
                  viewerId: byOwner ? stage.owner.userId : null,
                  address: addressOf(run * 10 + address),
                  userAgent: `Browser ${agent}`,
                  eventId: event,
                }),
              ),
            ),
          )
          expect(answers.map((answer) => answer?.outcome ?? null)).toEqual(expected)
        }

        const stored = [
          ...(await storedClicks(stage.database.db, ids.first)).map((row) => `first: ${row}`),
          ...(await storedClicks(stage.database.db, ids.second)).map((row) => `second: ${row}`),
        ]
        expect(stored.sort()).toEqual(model.rows.sort())
        const counted = (name: string) => model.rows.filter((row) => row === `${name}: view counted`).length
        expect(await clicksCount(stage.database.db, ids.first)).toBe(counted('first'))
        expect(await clicksCount(stage.database.db, ids.second)).toBe(counted('second'))
      }),
      randomRuns(40),
    )
    expect(await wrongCounters(stage.database.db)).toEqual([])
    expect(await wrongDeltas(stage.database.db)).toEqual([])
  })
})
