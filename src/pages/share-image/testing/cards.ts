import { createHash } from 'node:crypto'
import type { ShareCard } from '../../../shared/sharing/share-image.ts'
import { encode } from '../cached-images.ts'
import { drawCard } from '../card.ts'

type Picture = Buffer | null

/** A product's card, by somebody without a picture. */
export const productCardOf = (title: string, name = 'Theo'): ShareCard => ({
  kind: 'product',
  appName: 'Folio',
  title,
  photo: null,
  tone: 3,
  creator: { name, username: 'theo_makes', avatar: null },
})

/** The JPEG of a card with these pictures. */
export const jpegOf = async (
  card: ShareCard,
  photo: Picture | Picture[] = null,
  avatar: Picture = null,
): Promise<Buffer> => encode(await drawCard(card, { photos: [photo].flat(), avatar }))

/** One title in each of the scripts that there are fonts for, with joined letters and marks above and below. */
export const titles = [
  'Gooseneck pour-over kettle, 0.9 L — Größe, Łódź, Ắ',
  'غلاية قهوة برقبة طويلة للتقطير 0.9 لتر',
  'קומקום לקפה 900 מ״ל',
  'Чайник для кофе, καφές',
  'केतली किचन के लिए, กาน้ำดริปกาแฟ',
  'কেটলি கெண்டி కెటిల్ કીટલી കെറ്റിൽ',
  'ჩაიდანი, Թեյնիկ',
  '南部鉄器の急須、细口手冲壶、주전자',
  '☕️ Best kettle ever 🔥👩‍🍳👍🏽',
]

/** A digest by which images are compared. */
export const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** The digest of each title's card. */
export async function digestsOfTitles(): Promise<string[]> {
  const digests: string[] = []
  for (const title of titles) digests.push(digestOf(await jpegOf(productCardOf(title))))
  return digests
}
