import { describe, expect, it } from 'vitest'
import { readOrganization } from './last-organization.ts'

const inbox = { organization: 'inbox', category_id: '' }

describe('the category of the last item', () => {
  it('is a category, or the Inbox', () => {
    const category = { organization: 'category', category_id: 'c1' }
    expect(readOrganization(JSON.stringify(category))).toEqual(category)
    expect(readOrganization(JSON.stringify(inbox))).toEqual(inbox)
  })

  it.each([null, '', '{', 'null', '7', '[]', '{"organization":"category"}'])(
    'is the Inbox for %j',
    (stored) => {
      expect(readOrganization(stored)).toEqual(inbox)
    },
  )
})
