import { describe, expect, it } from 'vitest'
import type { ImportBatch } from '../answers.ts'
import { outcomeText, readings, stateOf } from './import-texts.ts'
import { reportFileProblem } from './use-report.ts'

const counts = { total: 1_219, imported: 1_204, updated: 15, withdrawn: 0, failed: 1 } as ImportBatch

describe('texts of imports', () => {
  it('name the outcome', () => {
    expect(outcomeText(counts)).toBe('1,219 rows: 1,204 new, 15 changed, 1 row left out')
    expect(outcomeText({ ...counts, imported: 0, updated: 0, failed: 0 })).toBe('1,219 rows')
    const asked = { ...counts, state: 'question', total: 0, imported: 0, updated: 0, failed: 0 } as const
    expect(outcomeText(asked)).toBe('Not read yet')
    const undone = { at: '2026-11-22T10:00:00Z', by: null, reason: 'x' }
    expect(stateOf({ state: 'merged', undone })).toMatchObject({ text: 'Undone' })
  })

  it.each([
    ['03/04/2026', 'March 4, 2026', 'April 3, 2026'],
    ['5.6.26', 'May 6, 2026', 'June 5, 2026'],
  ])('read the date %s both ways', (example, month_first, day_first) => {
    expect(readings(example)).toEqual({ month_first, day_first })
    expect(readings('someday')).toBeNull()
  })

  it('refuse a file that cannot be a report', () => {
    expect(reportFileProblem({ name: 'fees.CSV', size: 900_000_000 })).toBeNull()
    expect(reportFileProblem({ name: 'fees.xlsx', size: 9 })).toContain('not a text file')
    expect(reportFileProblem({ name: 'fees.csv', size: 0 })).toBe('This file is empty.')
  })
})
