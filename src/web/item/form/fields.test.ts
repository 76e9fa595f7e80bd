import { describe, expect, it } from 'vitest'
import { newProduct } from '../../../folio/contract.ts'
import { emptyFields, type Fields, isOrganized, limitProblems, publishProblems } from './fields.ts'

const filled: Fields = {
  ...emptyFields,
  organization: 'category',
  category_id: '01938a3e-0000-7000-8000-000000000000',
}

/** The server's messages about the same fields, by field. */
function serverProblems({ organization: _, ...fields }: Fields) {
  const parsed = newProduct.safeParse({ amazon_url: 'https://www.amazon.com/dp/B0KETTLE01', ...fields })
  const issues = parsed.error?.issues ?? []
  return Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]))
}

describe('limits of the fields', () => {
  const tags = (count: number, length = 5) =>
    Array.from({ length: count }, (_, index) => String(index).padStart(length, '0'))
  const cases: { name: string; within: Partial<Fields>; beyond: Partial<Fields> }[] = [
    { name: 'title', within: { title: 'x'.repeat(500) }, beyond: { title: 'x'.repeat(501) } },
    {
      name: 'what you love about it',
      within: { user_comment: 'x'.repeat(2000) },
      beyond: { user_comment: 'x'.repeat(2001) },
    },
    {
      name: 'description',
      within: { description: 'x'.repeat(5000) },
      beyond: { description: 'x'.repeat(5001) },
    },
    { name: 'length of a tag', within: { tags: tags(1, 40) }, beyond: { tags: tags(2, 41) } },
    { name: 'number of tags', within: { tags: tags(20) }, beyond: { tags: tags(21) } },
    {
      name: 'spaces around',
      within: { title: `  ${'x'.repeat(500)}\n` },
      beyond: { title: `a${' '.repeat(500)}b` },
    },
  ]

  it.each(cases)('have the same numbers and messages as the server’s: $name', ({ within, beyond }) => {
    expect(limitProblems({ ...filled, ...within })).toEqual({})
    expect(serverProblems({ ...filled, ...within })).toEqual({})
    const ours = limitProblems({ ...filled, ...beyond })
    expect(Object.keys(ours)).toHaveLength(1)
    expect(ours).toEqual(serverProblems({ ...filled, ...beyond }))
  })
})

describe('category or Inbox (docs/product/add-item.md#confirmation)', () => {
  it('must be chosen, and then which category', () => {
    expect(isOrganized({ ...emptyFields, organization: 'category' })).toBe(false)
    expect(isOrganized(emptyFields)).toBe(true)
    expect(isOrganized(filled)).toBe(true)
  })

  it('has a plain message where it is missing', () => {
    const chosen = { ...emptyFields, organization: 'category' as const }
    expect(publishProblems(chosen)).toEqual({ category_id: 'Please select a category or send to inbox' })
  })

  it('is the only required choice: a title is optional', () => {
    expect(publishProblems(emptyFields)).toEqual({})
  })
})
