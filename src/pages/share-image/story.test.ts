import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { plain } from '../../media/testing/pictures.ts'
import { type StoryCard, storyCard, storySize } from '../../shared/sharing/story-card.ts'
import { scan } from '../../web/share/testing/scan.ts'
import { createShareImages } from './cached-images.ts'

const words = 'Slow pour, no drips, and the handle stays cool.'
const link = 'https://folio.example/l/kettle-k3x9'
const card = (values: Partial<StoryCard> = {}): StoryCard => ({
  kind: 'story',
  layout: 'photo',
  appName: 'Folio',
  title: 'Gooseneck kettle, 0.9 L',
  words,
  photo: '/a.webp',
  username: 'mayafinds',
  link,
  ...values,
})

const blue = plain(900, 900, '#00f').png().toBuffer()
const drawn = async (values: Partial<StoryCard> = {}, photo: Buffer | null = null) => {
  const images = createShareImages(async () => photo ?? blue)
  return images(card(values))
}

/** How much the darkest and the lightest of a part differ: nothing is drawn where they are the same. */
async function contrastOf(png: Buffer, part: { left: number; top: number; width: number; height: number }) {
  const { channels } = await sharp(await sharp(png).extract(part).toBuffer()).stats()
  return Math.max(...channels.map(({ min, max }) => max - min))
}

const lowestTenth = { left: 0, top: 1728, width: 1080, height: 192 }

describe('a story card (docs/product/story-cards.md#the-card)', () => {
  it.each([
    ['a word', 'Mug'],
    ['two thousand characters', 'A kettle for slow mornings, with a lid. '.repeat(50)],
    ['one without a space', 'Kettle'.repeat(300)],
    ['Japanese', '南部鉄器の急須'.repeat(200)],
    ['Arabic', 'غلاية قهوة برقبة طويلة '.repeat(80)],
    ['emoji', '🔥☕️👩‍🍳'.repeat(100)],
    ['markup', '<span size="999999">&amp;</span><b>'],
    ['nothing that can be drawn', 'ಕೆಟಲ್'],
    ['towers of marks', `Z${'\u0301'.repeat(400)}algo`],
  ])('is drawn with %s, and leaves its margins and the lowest tenth free', async (_what, text) => {
    for (const layout of ['photo', 'paper', 'ink'] as const) {
      const { bytes, type } = await drawn({ layout, words: text, title: text })
      const { format, width, height } = await sharp(bytes).metadata()
      expect([type, format, width, height]).toEqual([storySize.type, 'png', 1080, 1920])
      expect([layout, await contrastOf(bytes, lowestTenth)]).toEqual([layout, 0])
      const margins = [0, 1024].map((left) => ({ left, top: 950, width: 50, height: 970 }))
      for (const margin of margins) expect([layout, await contrastOf(bytes, margin)]).toEqual([layout, 0])
    }
  })

  it('has a code that leads to the short link, on paper and on ink', async () => {
    for (const layout of ['photo', 'paper', 'ink'] as const) {
      const { bytes } = await drawn({ layout })
      const part = { left: 740, top: 1330, width: 300, height: 290 }
      expect(await scan(await sharp(bytes).extract(part).resize(900).png().toBuffer())).toBe(link)
    }
  })

  it('fills its upper half with the photo; where that cannot be read the words stand alone', async () => {
    const colourAt = async (png: Buffer, top: number) => {
      const { channels } = await sharp(
        await sharp(png).extract({ left: 20, top, width: 20, height: 20 }).toBuffer(),
      ).stats()
      return channels.map(({ mean }) => Math.round(mean)).slice(0, 3)
    }
    const whole = await drawn()
    expect([await colourAt(whole.bytes, 40), whole.isWhole]).toEqual([[0, 0, 255], true])
    const broken = await drawn({}, Buffer.from('no picture'))
    expect(await colourAt(broken.bytes, 40)).toEqual([251, 249, 246])
  })

  it('shows the creator’s own first photo, whatever the card’s picture is, and never Amazon’s', () => {
    const product = {
      ...{ title: 'Kettle', asin: 'B0KETTLE01', short_link_id: 'kettle-k3x9', user_comment: ' ' },
      profiles: { username: 'mayafinds' },
      image_url: 'https://m.media-amazon.com/images/I/1.jpg',
      image_source: 'amazon',
      photos: [] as { image_url: string }[],
    }
    const site = { appName: 'Folio', siteUrl: 'https://folio.example' }
    expect(storyCard(product, 'photo', site)).toBeNull()
    expect(storyCard(product, 'ink', site)).toMatchObject({ photo: null, words: null, link })
    const photos = [{ image_url: '/own.webp' }]
    expect(storyCard({ ...product, photos }, 'photo', site)).toMatchObject({ photo: '/own.webp' })
    expect(storyCard({ ...product, photos }, 'paper', site)).toMatchObject({ photo: null })
  })
})
