import { describe, expect, it } from 'vitest'
import type { ShareCard } from '../../shared/sharing/share-image.ts'
import { createShareImages } from './cached-images.ts'

describe('share images as they are cached', () => {
  it('refuse more than can be drawn in time, and go on afterwards', async () => {
    const images = createShareImages(async () => null)
    const cards = Array.from({ length: 40 }, (_, n): ShareCard => ({ kind: 'site', appName: `Site ${n}` }))
    const answers = await Promise.allSettled(cards.map(images))
    const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason.code] : []))
    expect(new Set(refused)).toEqual(new Set(['unavailable']))
    expect(refused).toHaveLength(9)
    expect((await images(cards[39] as ShareCard)).isWhole).toBe(true)
  })
})
