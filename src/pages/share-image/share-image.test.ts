import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { phonePhoto, photoOf, plain } from '../../media/testing/pictures.ts'
import type { Find, ShareCard } from '../../shared/sharing/share-image.ts'
import { createShareImages, maxImageBytes } from './cached-images.ts'
import { digestOf, jpegOf, productCardOf } from './testing/cards.ts'

const withAvatar: ShareCard = {
  kind: 'profile',
  appName: 'Folio',
  creator: { name: 'Theo', username: 'theo_makes', avatar: '/theo.png' },
  finds: [],
}

let noise: Buffer
let blue: Buffer
beforeAll(async () => {
  blue = await plain(300, 300, '#00f').png().toBuffer()
  noise = await photoOf(5_000_000)
})

/** Two halves, side by side. */
const halves = async (left: string, right: string): Promise<Buffer> =>
  plain(400, 400, left)
    .composite([{ input: await plain(200, 400, right).png().toBuffer(), left: 200, top: 0 }])
    .png()
    .toBuffer()

describe('a share image', () => {
  it.each([
    ['a word', 'Mug'],
    ['three hundred characters', 'A kettle for slow mornings, with a lid. '.repeat(8).slice(0, 300)],
    ['five hundred without a space', 'Kettle'.repeat(84)],
    ['five hundred in Japanese', '南部鉄器の急須'.repeat(72)],
    ['five hundred in Arabic', 'غلاية قهوة '.repeat(45)],
    ['two hundred emoji', '🔥☕️'.repeat(100)],
    ['markup', '<span size="999999">&amp;</span><b>'],
    ['nothing that can be drawn', 'ಕೆಟಲ್'],
    ['marks one on another', `Z${'\u0301'.repeat(400)}algo`],
    ['a letter with endless vowels', `क${'\u093e'.repeat(499)}`],
    ['endless joins', '👩\u200d'.repeat(166)],
  ])('is drawn with a title of %s', async (_what, title) => {
    const jpeg = await jpegOf(productCardOf(title), title.length > 400 ? blue : null)
    expect(await sharp(jpeg).metadata()).toMatchObject({
      format: 'jpeg',
      width: 1200,
      height: 630,
      channels: 3,
    })
    expect(jpeg.length).toBeLessThan(maxImageBytes)
    // The margins stay free, however long the title is.
    for (const margin of [
      { left: 1164, top: 160, width: 36, height: 460 },
      { left: 640, top: 600, width: 560, height: 30 },
    ]) {
      const { channels } = await sharp(await sharp(jpeg).extract(margin).toBuffer()).stats()
      expect(Math.min(...channels.map(({ min }) => min))).toBeGreaterThan(200)
    }
  })

  it('shows the title as it is written, not as markup', async () => {
    const [written, marked] = await Promise.all(
      ['<b>mug</b>', 'mug'].map((title) => jpegOf(productCardOf(title))),
    )
    expect(digestOf(written as Buffer)).not.toBe(digestOf(marked as Buffer))
  })

  it.each([
    ['a square', async () => halves('#f00', '#0f0')],
    ['a tall one', async () => plain(300, 900, '#0f0').png().toBuffer()],
    ['a very wide one', async () => plain(2000, 200, '#0f0').png().toBuffer()],
    ['a tiny one', async () => plain(1, 1, '#0f0').png().toBuffer()],
    ['one with transparency', async () => plain(50, 50).ensureAlpha(0).png().toBuffer()],
    ['a phone’s', phonePhoto],
    ['one that is none', async () => Buffer.from('no picture')],
  ])('takes any photo: %s', async (_what, photo) => {
    const jpeg = await jpegOf(productCardOf('Mug'), await photo())
    expect(await sharp(jpeg).metadata()).toMatchObject({ width: 1200, height: 630 })
  })

  it('stays below 300 kB with a photo that hardly compresses', async () => {
    const jpeg = await jpegOf(productCardOf('Mug'), noise)
    expect(jpeg.length).toBeLessThan(maxImageBytes)
    expect(jpeg.length).toBeGreaterThan(60_000)
  })
})

describe('a profile’s share image', () => {
  const creator = { name: 'Theo Lindqvist', username: 'theo_makes', avatar: null }
  const cardOf = (...finds: Find[]): ShareCard => ({ kind: 'profile', appName: 'Folio', creator, finds })
  const photo = { photo: '/a.webp' }
  const signs = [{ sign: 'books' }, { sign: 'garden' }, { sign: 'home' }]

  /** The mean colour at a point. */
  async function colourAt(jpeg: Buffer, left: number, top: number) {
    const part = await sharp(jpeg).extract({ left, top, width: 20, height: 20 }).toBuffer()
    const { channels } = await sharp(part).stats()
    return channels.map(({ mean }) => Math.round(mean / 16) * 16)
  }

  it.each([1, 4])('fills its left with their products: %d', async (count) => {
    const finds = [photo, ...signs].slice(0, count)
    const jpeg = await jpegOf(cardOf(...finds), [blue, ...finds.slice(1).map(() => null)])
    expect(await sharp(jpeg).metadata()).toMatchObject({ width: 1200, height: 630 })
    const rest = count === 1 ? [0, 0, 256] : [240, 240, 224]
    for (const [left, top, colour] of [
      [60, 60, [0, 0, 256]],
      [570, 60, rest],
      [60, 590, rest],
      [570, 590, rest],
      // The right is paper.
      [1170, 600, [256, 256, 240]],
    ] as const)
      expect([left, top, await colourAt(jpeg, left, top)]).toEqual([left, top, colour])
  })

  it('draws another sign for another category, and the ground alone where a photo cannot be read', async () => {
    const [books, garden, none, lost] = await Promise.all([
      jpegOf(cardOf({ sign: 'books' })),
      jpegOf(cardOf({ sign: 'garden' })),
      jpegOf(cardOf({ sign: 'not-a-category' })),
      jpegOf(cardOf(photo), [Buffer.from('no picture')]),
    ])
    expect(new Set([books, garden, none].map(digestOf)).size).toBe(3)
    expect(digestOf(lost)).toBe(digestOf(none))
  })
})

describe('share images as they are cached', () => {
  it('are drawn once for fifty who ask at the same moment, and for all who ask later', async () => {
    const reads: string[] = []
    const avatar = await plain(40, 40, '#0f0').png().toBuffer()
    const images = createShareImages(async (address) => {
      reads.push(address)
      return avatar
    })
    const answers = await Promise.all(Array.from({ length: 50 }, () => images(withAvatar)))
    expect(new Set(answers.map(({ bytes }) => bytes)).size).toBe(1)
    await images({ ...withAvatar })
    expect(reads).toEqual(['/theo.png'])
  })

  it('are separate where two versions are the same', async () => {
    // Found in a minute by trying: the hash in an address is a name, not a protection.
    const cards = ['iicrg50ct5b', 'ptalnfmdtsh'].map((appName): ShareCard => ({ kind: 'site', appName }))
    const images = createShareImages(async () => null)
    const [one, other] = await Promise.all(cards.map(images))
    expect(one?.version).toBe(other?.version)
    for (const asked of [[one, other], await Promise.all(cards.map(images))]) {
      const [first, second] = asked.map((image) => digestOf(image?.bytes as Buffer))
      expect(first).not.toBe(second)
    }
  })

  it('lack a picture that cannot be read, and say so', async () => {
    const broken = createShareImages(() => Promise.reject(new Error('the store is away')))
    const lost = createShareImages(async () => null)
    const unreadable = createShareImages(async () => Buffer.from('no picture'))
    const [one, two, three] = await Promise.all(
      [broken, lost, unreadable].map((images) => images(withAvatar)),
    )
    expect([one?.isWhole, two?.isWhole]).toEqual([false, false])
    expect(digestOf(one?.bytes as Buffer)).toBe(digestOf(three?.bytes as Buffer))
  })
})
