import { describe, expect, it } from 'vitest'
import { doneText, placeText, remarksCsv, summaryText } from './report-text.ts'
import { fileProblem } from './use-import.ts'

const none = { total: 0, created: 0, updated: 0, unchanged: 0, skipped: 0, errors: [], notices: [] }

describe('the texts of an import', () => {
  it('say what it would do', () => {
    const report = { ...none, created: 120, updated: 4, unchanged: 3000, skipped: 2 }
    expect(summaryText(report)).toBe('120 new, 4 changed, 3,000 unchanged, 2 rows with problems')
    expect(summaryText({ ...none, skipped: 1 })).toBe('1 row with problems')
    expect(summaryText(none)).toBe('No items in this file')
  })

  it('say what it did', () => {
    expect(doneText({ ...none, created: 1200, updated: 4 })).toBe(
      '1,204 items imported: 1,200 new, 4 changed',
    )
    expect(doneText({ ...none, updated: 1 })).toBe('1 item imported: 1 changed')
    expect(doneText({ ...none, unchanged: 5 })).toBe('Everything was imported already')
  })

  it('name the line and column of a problem', () => {
    const remark = { line: 12, column: 'title', message: 'Say "mug"' }
    expect(placeText(remark)).toBe('Line 12, title')
    expect(placeText({ ...remark, column: '' })).toBe('Line 12')
    expect(remarksCsv([remark])).toBe('"line","column","message"\r\n"12","title","Say ""mug"""')
  })

  it('refuse a file that cannot be an import', () => {
    expect(fileProblem({ name: 'My Items.CSV', size: 10 })).toBeNull()
    expect(fileProblem({ name: 'items.json', size: 16 * 1024 * 1024 })).toBeNull()
    expect(fileProblem({ name: 'items.json', size: 16 * 1024 * 1024 + 1 })).toContain('16 MB')
    expect(fileProblem({ name: 'items.xlsx', size: 10 })).toContain('Save it as CSV')
    expect(fileProblem({ name: 'csv', size: 10 })).toBeNull()
    expect(fileProblem({ name: 'photo.png', size: 10 })).toBe('Please choose a CSV or JSON file.')
  })
})
