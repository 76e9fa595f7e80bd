import { expect, it } from 'vitest'
import { fileColumns } from '../../shared/collection.ts'
import { longest } from '../../shared/fields/longest.ts'
import { ownerFields, ownerTexts } from '../../shared/fields/owner-fields.ts'
import { importKeys } from './rules.ts'

// Types hold contracts, forms, edits, tombstones and exports to the list; the order of a file's columns is its own.
it.each(ownerFields)('%s has a column in the files of collections', (field) => {
  expect(fileColumns).toContain(field === 'category_id' ? 'category' : field)
})

it('an item has the same key before and after a field is added, while that is empty', () => {
  const link = {
    ...{ amazon_url: 'https://www.amazon.com/dp/B0ATOM0001', marketplace: 'us', asin: 'B0ATOM0001' },
    asin_is_made_up: false,
  }
  const keyOf = (given: object) => importKeys()({ link, given, createdAt: undefined })
  const item = { title: 'A mug', user_comment: null }
  expect(keyOf({ ...item, added_later: null })).toBe(keyOf(item))
  expect(keyOf({ ...item, added_later: 'red' })).not.toBe(keyOf(item))
})

it('each text has a length', () => {
  for (const name of ownerTexts) expect(longest[name]).toBeGreaterThan(0)
})
