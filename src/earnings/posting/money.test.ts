import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { randomRuns } from '../../../tests/harness/random-runs.ts'
import { availableOn, feeOf } from './rules.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

describe('the platform’s share (docs/product/ledger.md#the-fee)', () => {
  it('is rounded to the cent, half a cent away from zero', () => {
    // 20% of 1, 2, 3 cents is 0.2, 0.4, 0.6; 50% of 1 cent is half a cent.
    expect([1, 2, 3, 1234].map((cents) => feeOf(cents, 2_000))).toEqual([0, 0, 1, 247])
    expect([feeOf(1, 5_000), feeOf(-1, 5_000), feeOf(3, 5_000), feeOf(-3, 5_000)]).toEqual([1, -1, 2, -2])
    expect([feeOf(400, 0), feeOf(400, 10_000), feeOf(0, 2_000)]).toEqual([0, 400, 0])
  })

  it('is the same in the database for every cent from -$100.00 to $100.00', async () => {
    const shares = fc.sample(fc.integer({ min: 0, max: 10_000 }), 6)
    for (const bps of [0, 1, 1_999, 2_000, 5_000, 10_000, ...shares]) {
      const { rows } = await sql<{ fees: number[] }>`
        select array_agg(platform_fee(cents, ${bps}) order by cents) as fees
        from generate_series(-10000, 10000) as cents`.execute(database.db)
      const ours = Array.from({ length: 20_001 }, (_, i) => feeOf(i - 10_000, bps))
      expect(rows[0]?.fees.map(Number), `${bps} bps`).toEqual(ours)
    }
  })

  it('is the same in the database for large amounts', async () => {
    // The fee of the largest amounts does not fit into PostgreSQL's bigint before the division by 10,000.
    const amount = fc.integer({ min: -(9 * 10 ** 14), max: 9 * 10 ** 14 })
    await fc.assert(
      fc.asyncProperty(amount, fc.integer({ min: 0, max: 10_000 }), async (cents, bps) => {
        const { rows } = await sql<{ fee: number }>`
          select platform_fee(${cents}::bigint, ${bps}::int) as fee`.execute(database.db)
        expect(rows[0]?.fee).toBe(feeOf(cents, bps))
      }),
      randomRuns(100),
    )
  })

  it('is computed of an exact sum, or refused', () => {
    expect(() => feeOf(Number.MAX_SAFE_INTEGER + 1, 2_000)).toThrow(RangeError)
    expect(() => feeOf(1.5, 2_001)).toThrow(RangeError)
  })
})

describe('the day from which an amount is posted (docs/product/ledger.md#status)', () => {
  it.each([
    ['2026-09-01', 60, '2026-11-29'],
    ['2026-09-30', 60, '2026-11-29'],
    ['2026-12-15', 60, '2027-03-01'],
    ['2024-02-03', 0, '2024-02-29'],
    ['2025-01-31', 1, '2025-02-01'],
  ])('of an order of %s after %i days is %s', (ordered, days, day) => {
    expect(availableOn(ordered, days)).toBe(day)
  })
})
