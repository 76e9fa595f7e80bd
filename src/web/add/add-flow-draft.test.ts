import { describe, expect, it } from 'vitest'
import { type Draft, readDraft, writeDraft } from './add-flow.ts'

const draft: Draft = { url: 'https://a.co/d/kettle', offer: { item: null, lines: null } }

describe('stored drafts of the add-item dialog', () => {
  it('are read for the person who wrote them', () => {
    expect(readDraft('maya', writeDraft('maya', draft))).toEqual(draft)
  })

  it('are ignored for anybody else', () => {
    expect(readDraft('theo', writeDraft('maya', draft))).toBeNull()
  })

  it.each(['', 'null', '7', '{', '{"version":0,"userId":"maya","draft":{}}', '[]'])(
    'are not made out of %j',
    (stored) => {
      expect(readDraft('maya', stored)).toBeNull()
    },
  )
})
