import { describe, expect, it } from 'vitest'
import { newProduct } from '../../../folio/contract.ts'
import { emptyFields, type Fields, isOrganized, limitProblems, postProblems } from './fields.ts'

const filled: Fields = {
  ...emptyFields,
  organization: 'category',
  category_id: '01938a3e-0000-7000-8000-000000000000',
}

/** What the server says of the same fields, by place. */
function serverProblems({ organization: _, ...fields }: Fields) {
  const parsed = newProduct.safeParse({ amazon_url: 'https://www.amazon.com/dp/B0KETTLE01', ...fields })
  const issues = parsed.error?.issues ?? []
  return Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]))
}

describe('limits of what may be posted', () => {
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

  it.each(cases)('agree with the server in number and words: $name', ({ within, beyond }) => {
    expect(limitProblems({ ...filled, ...within })).toEqual({})
    expect(serverProblems({ ...filled, ...within })).toEqual({})
    const ours = limitProblems({ ...filled, ...beyond })
    expect(Object.keys(ours)).toHaveLength(1)
    expect(ours).toEqual(serverProblems({ ...filled, ...beyond }))
  })
})

describe('category or Inbox (docs/product/add-item.md#confirmation)', () => {
  it('is needed, and a category must then be chosen', () => {
    expect(isOrganized({ ...emptyFields, organization: 'category' })).toBe(false)
    expect(isOrganized(emptyFields)).toBe(true)
    expect(isOrganized(filled)).toBe(true)
  })

  it('is said in plain words', () => {
    const chosen = { ...emptyFields, organization: 'category' as const }
    expect(postProblems(chosen)).toEqual({ category_id: 'Please select a category or send to inbox' })
  })

  it('is all that is needed: a title is not required', () => {
    expect(postProblems(emptyFields)).toEqual({})
  })
})
