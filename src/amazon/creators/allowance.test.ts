import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { ManualClock } from '../../platform/clock.ts'
import { type CallLimits, createAllowance, deadlineIn } from './allowance.ts'
import { type Caller, callsUntil } from './allowance-rules.ts'

let database: TestDatabase
let clock: ManualClock

beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  clock = new ManualClock(new Date('2026-11-02T09:40:00Z'))
  await database.pool.query('delete from amazon_calls')
  await database.pool.query('insert into amazon_calls default values')
})
afterAll(() => database.close())

const usual = { perSecond: 50, perDay: 8_640 }
const make = (limits: Partial<CallLimits> = {}) =>
  createAllowance(database.db, { ...usual, ...limits }, clock.now)
const soon = () => deadlineIn(5_000)

/** How often in a row `caller` is granted a turn, and the refusal after that. */
async function untilRefused(caller: Caller, limits: Partial<CallLimits>) {
  const allowance = make(limits)
  for (let granted = 0; ; granted++) {
    const turn = await allowance.turn(caller, deadlineIn(500))
    if (turn !== 'granted') return { granted, turn }
  }
}

it('a day written by a wrong clock does not block calls until it comes', async () => {
  clock.set(new Date('2031-01-01T12:00:00Z'))
  expect(await untilRefused('person', { perDay: 2 })).toEqual({ granted: 2, turn: 'spent' })
  clock.set(new Date('2026-11-02T09:40:00Z'))
  expect(await untilRefused('person', { perDay: 2 })).toEqual({ granted: 2, turn: 'spent' })
})

describe('the pace of calls', () => {
  it('is shared by all processes: one turn per interval', async () => {
    const [one, other] = [make(), make()]
    const started = performance.now()
    const begun: number[] = []
    await Promise.all(
      Array.from({ length: 8 }, async (_, n) => {
        expect(await (n % 2 ? one : other).turn('person', soon())).toBe('granted')
        begun.push(performance.now() - started)
      }),
    )
    // Timers may fire a millisecond early.
    for (const [n, at] of begun.sort((a, b) => a - b).entries()) expect(at).toBeGreaterThanOrEqual(n * 20 - 2)
  })

  it('refuses a turn after the deadline without waiting', async () => {
    const allowance = make({ perSecond: 0.1 })
    expect(await allowance.turn('person', soon())).toBe('granted')
    const started = performance.now()
    expect(await allowance.turn('person', soon())).toBe('busy')
    expect(await allowance.turn('background', soon())).toBe('busy')
    expect(performance.now() - started).toBeLessThan(1_000)
  })

  it('pauses every process when Amazon asks for it, also those already waiting', async () => {
    const [one, other] = [make({ perSecond: 2 }), make({ perSecond: 2 })]
    await one.turn('person', soon())
    const waiting = one.turn('person', deadlineIn(2_000))
    await other.pause(60_000)
    expect(await waiting).toBe('busy')
    expect(await other.turn('background', soon())).toBe('busy')
  })
})

describe('work in the background', () => {
  it('leaves every second turn to people, who never wait behind it', async () => {
    const allowance = make({ perSecond: 5 })
    const started = performance.now()
    for (let n = 0; n < 2; n++) await allowance.turn('background', soon())
    expect(performance.now() - started).toBeGreaterThanOrEqual(400 - 2)
    const queued = [1, 2].map(() => allowance.turn('background', soon()))
    const asked = performance.now()
    await allowance.turn('person', soon())
    expect(performance.now() - asked).toBeLessThan(400)
    await Promise.all(queued)
  })
})

describe('the day’s calls', () => {
  it('are not exceeded, and begin again with the next day (UTC)', async () => {
    expect(await untilRefused('person', { perDay: 10 })).toEqual({ granted: 10, turn: 'spent' })
    clock.set(new Date('2026-11-02T23:59:59Z'))
    expect(await make({ perDay: 10 }).turn('person', soon())).toBe('spent')
    clock.set(new Date('2026-11-03T00:00:00Z'))
    expect(await untilRefused('person', { perDay: 10 })).toEqual({ granted: 10, turn: 'spent' })
  })

  it('leave a fifth to people when background work has used its share', async () => {
    clock.set(new Date('2026-11-02T22:00:00Z'))
    expect(await untilRefused('background', { perDay: 10 })).toEqual({ granted: 8, turn: 'spent' })
    expect(await untilRefused('person', { perDay: 10 })).toEqual({ granted: 2, turn: 'spent' })
  })

  it('are spread over the day by the background, a tenth of them ahead', () => {
    const at = (time: string) => callsUntil(new Date(`2026-11-02T${time}Z`), 'background', 8_640)
    expect(['00:00:00', '12:00:00', '21:36:00', '23:59:59'].map(at)).toEqual([691, 4_147, 6_912, 6_912])
    expect(callsUntil(clock.now(), 'person', 8_640)).toBe(8_640)
  })

  it('do not begin again for a process whose clock is behind', async () => {
    clock.set(new Date('2026-11-03T00:00:01Z'))
    expect(await untilRefused('person', { perDay: 10 })).toEqual({ granted: 10, turn: 'spent' })
    clock.set(new Date('2026-11-02T23:59:59Z'))
    expect(await make({ perDay: 10 }).turn('person', soon())).toBe('spent')
  })
})
