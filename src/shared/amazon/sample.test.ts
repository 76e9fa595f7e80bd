import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isSampleDescription, isSampleTitle, randomSample, sampleItems } from './sample.ts'

const publicDir = new URL('../../web/public', import.meta.url).pathname

describe('sample data (docs/product/add-item.md#sample-details)', () => {
  it('is complete, with a made-up ASIN starting with B0', () => {
    for (let n = 0; n < 200; n++) {
      const sample = randomSample()
      expect(sample.asin).toMatch(/^B0[A-Z0-9]{8}$/)
      expect(sample.title && sample.description).toBeTruthy()
      expect(sample.price_usd).toBeGreaterThan(0)
      expect(sample.tags.length).toBeGreaterThan(0)
      expect(isSampleTitle(sample.title)).toBe(true)
      expect(isSampleDescription(sample.description)).toBe(true)
    }
  })

  it('reaches the first and the last item', () => {
    expect(randomSample(() => 0).title).toBe(sampleItems[0].title)
    expect(randomSample(() => 0.999_999).title).toBe(sampleItems.at(-1)?.title)
  })

  it('shows pictures that the project serves', () => {
    for (const { image_url } of sampleItems) expect(existsSync(publicDir + image_url), image_url).toBe(true)
  })

  it('has clean tags: lower-case, trimmed, without duplicates', () => {
    for (const { tags } of sampleItems)
      expect([...tags]).toEqual([...new Set(tags.map((tag) => tag.trim().toLowerCase()))])
  })

  it('knows its own texts, whatever spaces surround them, and no others', () => {
    expect(isSampleTitle(`  ${sampleItems[0].title} `)).toBe(true)
    expect(isSampleTitle('')).toBe(false)
    expect(isSampleTitle('My own words')).toBe(false)
    expect(isSampleDescription('My own words')).toBe(false)
  })
})
