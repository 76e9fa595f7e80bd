import { describe, expect, it } from 'vitest'
import { differences, differentLines, normalized } from './differences.ts'

const now = Date.parse('2026-11-05T12:00:00Z')
const there = '018f0000-0000-7000-8000-000000000001'
const made = '018f0000-0000-7000-8000-000000000002'
const known = new Set([there])

describe('what is compared between two versions', () => {
  it('treats answers that differ only by run as equal', () => {
    const answer = (id: string, time: string, hash: string) =>
      normalized({ id, time, page: `<script src="/assets/app-${hash}.js">` }, known, now)
    expect(
      differences(
        answer(made, '2026-11-05T11:59:59.120Z', 'a1b2c3d4'),
        answer('018f0000-0000-7000-8000-000000000003', '2026-11-05T12:00:01Z', 'ffb2c3d4'),
      ),
    ).toEqual([])
  })

  it('names every other difference by its path', () => {
    const before = normalized({ items: [{ id: there, cents: 160, at: '2026-10-01T00:00:00Z' }] }, known, now)
    const after = normalized(
      { items: [{ id: made, cents: 161, at: '2026-10-02T00:00:00Z' }], more: 1 },
      known,
      now,
    )
    expect(differences(before, after)).toEqual([
      `.items.0.id: "${there}" → "<id>"`,
      '.items.0.cents: 160 → 161',
      '.items.0.at: "2026-10-01T00:00:00Z" → "2026-10-02T00:00:00Z"',
      '.more: nothing → 1',
    ])
  })

  it('shows of documents the elements that only one of them has', () => {
    expect(differentLines('<p>Feed</p><b>1</b>', '<p>Feed</p><b>2</b>')).toEqual(['- "<b>1"', '+ "<b>2"'])
  })
})
