import { describe, expect, it } from 'vitest'
import { doneText, positionText, remarksCsv, summaryText, undoneText, undoText } from './report-text.ts'
import { fileProblem } from './use-import.ts'

const counts = { total: 0, created: 0, updated: 0, unchanged: 0, skipped: 0 }
const none = { ...counts, errors: [], notices: [], sample: [], import_id: null }

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

  it('say what undoing it would do and did', () => {
    const recent = { id: '', created_at: '', undo_until: '', created: 120, updated: 0, removable: 120 }
    expect(undoText(recent)).toBe(
      'This deletes the 120 items it added, and their links stop working. It cannot be undone.',
    )
    expect(undoText({ ...recent, updated: 1, removable: 1 })).toBe(
      'This deletes 1 item of the 120 it added, and their links stop working. What you have changed since stays. 1 item that it changed stays as it is. It cannot be undone.',
    )
    expect(undoneText({ removed: 1, kept: 0, updated: 0 })).toBe('Import undone: 1 item removed.')
    expect(undoneText({ removed: 118, kept: 2, updated: 4 })).toBe(
      'Import undone: 118 items removed. 2 that you have changed since stay. 4 items that it changed stay as they are.',
    )
  })

  it('name the line and column of a problem', () => {
    const remark = { line: 12, column: 'title', message: 'Say "mug"' }
    expect(positionText(remark)).toBe('Line 12, title')
    expect(positionText({ ...remark, column: '' })).toBe('Line 12')
    expect(remarksCsv([remark])).toBe('"line","column","message"\r\n"12","title","Say ""mug"""')
  })

  it('refuse a file that cannot be an import', () => {
    expect(fileProblem({ name: 'My Items.CSV', size: 10 })).toBeNull()
    expect(fileProblem({ name: 'items.json', size: 16 * 1024 * 1024 })).toBeNull()
    expect(fileProblem({ name: 'items.json', size: 16 * 1024 * 1024 + 1 })).toContain('16 MB')
    expect(fileProblem({ name: 'items.xlsx', size: 10 })).toContain('Save it as CSV')
    expect(fileProblem({ name: 'csv', size: 10 })).toBeNull()
    expect(fileProblem({ name: 'photo.png', size: 10 })).toBe('Please choose a CSV, JSON or bookmarks file.')
  })
})
