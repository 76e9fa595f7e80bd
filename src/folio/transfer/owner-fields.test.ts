import { expect, it } from 'vitest'
import { fileColumns } from '../../shared/collection.ts'
import { longest } from '../../shared/fields/longest.ts'
import { ownerFields, ownerTexts } from '../../shared/fields/owner-fields.ts'

// Types hold contracts, forms, edits, tombstones and exports to the list; the order of a file's columns is its own.
it.each(ownerFields)('%s has a column in the files of collections', (field) => {
  expect(fileColumns).toContain(field === 'category_id' ? 'category' : field)
})

it('each text has a length, in the order of the forms', () => {
  expect(ownerTexts).toEqual(['title', 'user_comment', 'description'])
  for (const name of ownerTexts) expect(longest[name]).toBeGreaterThan(0)
})
