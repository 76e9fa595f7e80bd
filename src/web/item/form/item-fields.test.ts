import { describe, expect, it } from 'vitest'
import { productChanges } from '../../../folio/contract.ts'
import { itemWith } from '../testing/item.ts'
import { changesOf, differentParts, fieldsOf, saveProblems, withParts } from './item-fields.ts'

const inbox = fieldsOf(itemWith())
const kitchen = fieldsOf(itemWith({ in: 'kitchen' }))

describe('an item in the form (docs/product/edit-item.md#edit-dialog)', () => {
  it('starts with the Inbox where it has no category, otherwise with its category', () => {
    expect(inbox).toMatchObject({ organization: 'inbox', category_id: '' })
    expect(kitchen).toMatchObject({
      organization: 'category',
      category_id: itemWith({ in: 'kitchen' }).categories?.id,
    })
  })

  it('shows missing values as empty', () => {
    expect(fieldsOf(itemWith({ user_comment: null, tags: null }))).toMatchObject({
      user_comment: '',
      tags: [],
    })
  })
})

describe('what is sent', () => {
  it('is nothing where nothing changed but spaces around a text', () => {
    expect(changesOf(inbox, { ...inbox, title: ' Kettle ', description: '\n' })).toEqual({})
  })

  it('is only what was changed', () => {
    const typed = { ...inbox, title: ' Pot ', tags: ['tea', 'pot'], image_url: null }
    expect(changesOf(inbox, typed)).toEqual({ title: 'Pot', tags: ['tea', 'pot'], image_url: null })
  })

  it('has a null category for the Inbox, even after a category was selected before', () => {
    expect(changesOf(kitchen, { ...kitchen, organization: 'inbox' })).toEqual({ category_id: null })
    expect(changesOf(inbox, { ...inbox, category_id: kitchen.category_id })).toEqual({})
    expect(changesOf(inbox, kitchen)).toEqual({ category_id: kitchen.category_id })
  })

  it('matches the call’s contract', () => {
    const typed = { ...kitchen, title: 'Pot', user_comment: '', description: 'x', tags: [], image_url: null }
    expect(productChanges.safeParse(changesOf(inbox, typed)).success).toBe(true)
  })
})

describe('what prevents saving an item (docs/product/edit-item.md#edit-dialog)', () => {
  it.each(['', '  \n'])('a title of %j', (title) => {
    expect(saveProblems({ ...inbox, title })).toEqual({ title: 'Item title is required.' })
  })

  it('neither a category nor the Inbox', () => {
    const problem = { category_id: 'Please select a category or send to inbox' }
    expect(saveProblems({ ...inbox, organization: 'category' })).toEqual(problem)
  })

  it('a limit that is exceeded', () => {
    expect(saveProblems({ ...inbox, title: 'x'.repeat(501) })).toEqual({
      title: 'Use at most 500 characters.',
    })
    const tags = Array.from({ length: 21 }, (_, index) => `tag ${index}`)
    expect(saveProblems({ ...inbox, tags })).toEqual({ tags: 'Use at most 20 tags.' })
    expect(saveProblems({ ...inbox, tags: ['x'.repeat(41)] })).toEqual({ tags: 'Use at most 40 characters.' })
  })

  it('nothing else', () => expect(saveProblems(kitchen)).toEqual({}))
})

describe('two versions', () => {
  it('differ in their parts, in the order of the form', () => {
    expect(differentParts(inbox, { ...kitchen, tags: [], title: 'Pot' })).toEqual([
      'title',
      'category_id',
      'tags',
    ])
  })

  it('are joined part by part; a category comes with its choice', () => {
    const other = { ...kitchen, title: 'Pot', description: 'New' }
    expect(withParts(inbox, ['title', 'category_id'], other)).toEqual({
      ...inbox,
      title: 'Pot',
      organization: 'category',
      category_id: kitchen.category_id,
    })
  })
})
