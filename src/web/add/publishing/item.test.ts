import { describe, expect, it } from 'vitest'
import { type ItemLink, readItemLink } from '../link/pasted-links.ts'
import { itemFromAmazon, itemFromSample } from './item.ts'

function linkOf(text: string): ItemLink {
  const link = readItemLink(text)
  if ('problem' in link) throw new Error(link.problem)
  return link
}

describe('sample details (docs/product/add-item.md#sample-details)', () => {
  it('have the ASIN of the link', () => {
    const { item, fields } = itemFromSample(linkOf('https://www.amazon.co.uk/dp/B0KETTLE01'))
    expect(item).toMatchObject({
      asin: 'B0KETTLE01',
      host: 'amazon.co.uk',
      details: 'sample',
      has_own_asin: true,
    })
    expect(fields.title).not.toBe('')
    expect(fields.tags.length).toBeGreaterThan(0)
  })

  it('have a made-up ASIN only for an unresolved short link', () => {
    const { item } = itemFromSample(linkOf('https://a.co/d/kettle'))
    expect(item.asin).toMatch(/^B0[A-Z0-9]{8}$/)
    expect(item).toMatchObject({ amazon_url: 'https://a.co/d/kettle', host: 'a.co', has_own_asin: false })
  })

  it('never have a price', () => {
    expect(itemFromSample(linkOf('https://www.amazon.com/dp/B0KETTLE01')).item).toMatchObject({
      price_usd: null,
      price_as_of: null,
    })
  })
})

describe('details from Amazon (docs/product/add-item.md#fetching)', () => {
  it('fill title and description, and leave the rest to the person', () => {
    const { item, fields } = itemFromAmazon(linkOf('https://www.amazon.com/dp/B0KETTLE01'), {
      asin: 'B0KETTLE01',
      amazon_url: 'https://www.amazon.com/dp/B0KETTLE01',
      title: 'Kettle',
      description: null,
      image_url: 'https://m.media-amazon.com/images/I/61kettle01L.jpg',
      price_usd: 68,
      price_as_of: '2026-11-21T09:40:00.000Z',
    })
    expect(item).toMatchObject({ details: 'amazon', price_usd: 68, host: 'amazon.com' })
    expect(fields).toEqual({
      title: 'Kettle',
      user_comment: '',
      description: '',
      organization: 'inbox',
      category_id: '',
      tags: [],
      image_url: 'https://m.media-amazon.com/images/I/61kettle01L.jpg',
      photos: [],
    })
  })
})
