import { describe, expect, it } from 'vitest'
import { findingsOf, measuresOf, type PressDay, type Usual } from './rules.ts'

/** A creator's ordinary day: presses of nearly as many networks, a third as many as views. */
const ordinary = (n: number, values: Partial<PressDay> = {}): PressDay => ({
  payee_id: `creator ${n}`,
  views: 90 + (n % 7) * 20,
  presses: 30 + (n % 5) * 6,
  networks: 24 + (n % 5) * 4,
  largest: 2 + (n % 3),
  burst: 3 + (n % 4),
  burst_networks: 3,
  ...values,
})
const usualOf = (day: PressDay, days = 28): Usual => ({ ...measuresOf(day), burst: day.burst, days })
const thirty = Array.from({ length: 30 }, (_, n) => ordinary(n))
const judged = (day: PressDay, others = thirty, own = ordinary(99, { payee_id: day.payee_id })) =>
  findingsOf([...others, day], new Map([...others, own].map((one) => [one.payee_id, usualOf(one)])))

describe('what stands out (decision 34)', () => {
  it('finds a script among thirty ordinary creators, and none of them', () => {
    const script = { payee_id: 'script', views: 10, presses: 300, networks: 2, largest: 290 }
    const found = judged({ ...script, burst: 120, burst_networks: 1 })
    expect(found.map(({ payee_id, measure }) => [payee_id, measure])).toEqual([
      ['script', 'presses_per_view'],
      ['script', 'presses_per_network'],
      ['script', 'largest_network'],
      ['script', 'burst'],
    ])
    expect(found[0]).toMatchObject({ value: 30 })
    expect(found[1]).toMatchObject({ value: 150 })
    expect(found[3]).toMatchObject({ value: 120, usual: 6, threshold: 60 })
  })

  it('ignores who goes viral from many networks', () => {
    const viral = { payee_id: 'viral', views: 15_000, presses: 5_000, networks: 4_300, largest: 25 }
    expect(judged({ ...viral, burst: 800, burst_networks: 700 })).toEqual([])
  })

  it('ignores creators with few presses, and everybody where there are few creators', () => {
    const few = {
      payee_id: 'few',
      views: 1,
      presses: 19,
      networks: 1,
      largest: 19,
      burst: 19,
      burst_networks: 1,
    }
    expect(judged(few)).toEqual([])
    const script = { ...few, presses: 300, largest: 300, burst: 300 }
    expect(judged(script, thirty.slice(0, 8))).toEqual([])
    expect(judged(script, thirty.slice(0, 9))).not.toEqual([])
  })

  it('no minority moves the median: nine scripts among thirty are found', () => {
    const scripts = Array.from({ length: 9 }, (_, n) =>
      ordinary(n, { payee_id: `script ${n}`, presses: 300, networks: 1, largest: 300 }),
    )
    const all = [...thirty, ...scripts]
    const found = findingsOf(all, new Map(all.map((one) => [one.payee_id, usualOf(one)])))
    expect(new Set(found.map(({ payee_id }) => payee_id))).toEqual(
      new Set(scripts.map(({ payee_id }) => payee_id)),
    )
  })
})
