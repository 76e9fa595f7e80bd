import { expect, it } from 'vitest'
import { z } from 'zod'
import { timeOrderedId } from './time-ordered-id.ts'

it('is a UUID of version 7 with the time, and another each time', () => {
  const at = Date.UTC(2026, 10, 21, 8, 30)
  const ids = Array.from({ length: 1000 }, () => timeOrderedId(at))
  for (const id of ids) expect(z.uuidv7().safeParse(id).success, id).toBe(true)
  expect(new Set(ids).size).toBe(ids.length)
  expect(Number.parseInt(ids[0]?.replace('-', '').slice(0, 12) ?? '', 16)).toBe(at)
})

it('sorts by when it was made, also for times with fewer digits', () => {
  const times = [0, 1, 255, 2 ** 40, Date.UTC(2026, 0), Date.UTC(2100, 0)]
  const ids = times.map(timeOrderedId)
  expect(ids.toSorted()).toEqual(ids)
})
