import { describe, expect, it } from 'vitest'
import { readWeek, weekDue } from './rules.ts'

/** A zone, a moment, and the Monday of the week that is due. */
const due: [zone: string, what: string, at: string, from: string | null][] = [
  ['America/Los_Angeles', 'a minute before eight', '2026-11-23T15:59:00Z', null],
  ['America/Los_Angeles', 'at eight', '2026-11-23T16:00:00Z', '2026-11-16'],
  ['America/Los_Angeles', 'on the last evening', '2026-11-30T07:59:00Z', '2026-11-16'],
  ['America/Los_Angeles', 'in the next week’s first night', '2026-11-30T08:00:00Z', null],
  ['Pacific/Kiritimati', 'where Monday is first', '2026-11-22T18:00:00Z', '2026-11-16'],
  ['Pacific/Pago_Pago', 'where it is last', '2026-11-23T18:59:00Z', null],
  ['Asia/Kathmandu', 'a quarter of an hour off', '2026-11-23T02:15:00Z', '2026-11-16'],
  ['Europe/Madrid', 'after summer time has ended', '2026-10-26T07:00:00Z', '2026-10-19'],
  ['Europe/Madrid', 'an hour before', '2026-10-26T06:59:00Z', null],
]

describe('a note is due from Monday at eight on (docs/product/notes.md#when)', () => {
  it.each(due)('%s, %s', (zone, _, at, from) => {
    expect(weekDue(zone, new Date(at))?.from ?? null).toBe(from)
  })

  it('its week is seven local days, which summer time makes longer or shorter', () => {
    const week = weekDue('Europe/Madrid', new Date('2026-10-26T07:00:00Z'))
    expect(week).toMatchObject({ from: '2026-10-19', to: '2026-10-25' })
    const [first, last] = [week?.edges.at(0), week?.edges.at(-1)]
    expect([first, last]).toEqual([new Date('2026-10-18T22:00:00Z'), new Date('2026-10-25T23:00:00Z')])
    expect(week?.edges).toHaveLength(8)
  })
})

it('a cursor is a day', () => {
  expect(readWeek('2026-11-16')).toBe('2026-11-16')
  for (const text of ['', '2026-13-40', '16.11.2026', "2026-11-16'"]) expect(readWeek(text)).toBeNull()
})
