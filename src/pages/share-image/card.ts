import type { OverlayOptions, Sharp } from 'sharp'
import { loadSharp } from '../../platform/sharp.ts'
import {
  type ListCard,
  type ProductCard,
  type ProfileCard,
  type ShareCard,
  shareImage,
  tagline,
} from '../../shared/sharing/share-image.ts'
import { drawablePart } from './fonts.ts'
import { colours, mark, photoGround, sheet, sheetGround, tones } from './ground.ts'
import { mosaic } from './mosaic.ts'
import { author, brand, face, stack } from './parts.ts'
import { fillWithPhoto } from './photo.ts'
import { type Drawn, drawText, fitText, isRightToLeft } from './text.ts'

type Box = { left: number; top: number; width: number; height: number }

/** The pictures of a card: as many photos as it has products, null where there is none that can be read. */
export type Pictures = { photos: (Buffer | null)[]; avatar: Buffer | null }

/** A card in pixels, before it is encoded. A picture that cannot be read is left out. */
export async function drawCard(card: ShareCard, { photos, avatar }: Pictures): Promise<Sharp> {
  const sharp = await loadSharp()
  if (card.kind === 'site') return sharp(sheetGround()).composite(await siteParts(card.appName))
  if (card.kind === 'profile')
    return card.finds.length > 0
      ? sharp(photoGround(photoBox.width)).composite(await findsParts(card, { photos, avatar }))
      : sharp(sheetGround()).composite(await profileParts(card, avatar))
  const picture = await pictureParts(card, photos)
  return picture
    ? sharp(photoGround(photoBox.width)).composite(await photoParts(card, avatar, picture))
    : sharp(sheetGround(toneFor(card).ground)).composite(await titleParts(card, avatar))
}

/** The left of a card, as the picture on a product's page. */
const photoBox = { width: shareImage.height, height: shareImage.height }

/** A product or a list, which has a title and a picture beside it. */
type TitledCard = ProductCard | ListCard

/** What fills the left of a card: a photo, or the first things of a list; null where there is neither. */
async function pictureParts(card: TitledCard, photos: (Buffer | null)[]): Promise<OverlayOptions[] | null> {
  if (card.kind === 'list' && card.cover === null)
    return card.finds.length > 0 ? mosaic(card.finds, photos, photoBox.width) : null
  const [photo] = photos
  const filled = photo && (await fillWithPhoto(photo, photoBox).catch(() => null))
  return filled ? [{ input: filled, left: 0, top: 0 }] : null
}

const display = { font: 'display', colour: colours.ink } as const
const inside = { left: sheet.left + 64, right: sheet.right - 64 }
/** The height of the line with creator and brand. */
const foot = 84

/** As on the product's page where the title replaces the picture. */
const toneFor = ({ tone }: TitledCard) => tones[tone ?? 0] ?? tones[0]

/** A product without a photo of the creator's own, or such a list: its title, large, in its colour. */
async function titleParts(card: TitledCard, avatar: Buffer | null): Promise<OverlayOptions[]> {
  const { left, right } = inside
  const footTop = sheet.bottom - 56 - foot
  const top = sheet.top + 52
  // The fold takes some of the right.
  const box = { left, top, width: right - left - 72, height: footTop - top - 36 }
  const name = await brand(card.appName, { right, centre: footTop + foot / 2, size: 40, width: 440 })
  return [
    ...(await headline(card, [112, 92, 76, 64, 55, 47], box, toneFor(card).ink)),
    ...(await author(card.creator, avatar, { left, top: footTop, size: foot, width: name.left - left - 40 })),
    ...name.parts,
  ]
}

/** A product or list with its picture at the left. */
async function photoParts(
  card: TitledCard,
  avatar: Buffer | null,
  picture: OverlayOptions[],
): Promise<OverlayOptions[]> {
  const left = photoBox.width + 56
  const width = shareImage.width - left - 56
  const size = 72
  const footTop = shareImage.height - 60 - size
  const top = 156
  const box = { left, top, width, height: footTop - top - 48 }
  const name = await brand(card.appName, { left, centre: 84, size: 36, width })
  return [
    ...picture,
    ...name.parts,
    ...(await headline(card, [72, 60, 52, 45, 39], box)),
    ...(await author(card.creator, avatar, { left, top: footTop, size, width })),
  ]
}

/** The title, or the creator's name if the title cannot be drawn, at the side where reading begins. */
async function headline(
  card: TitledCard,
  sizes: number[],
  box: Box,
  colour: string = display.colour,
): Promise<OverlayOptions[]> {
  const { name, username } = card.creator
  const text = (await drawablePart(card.title)) ?? `Shared by ${(await drawablePart(name)) ?? `@${username}`}`
  const drawn = await fitText(text, { ...display, colour, sizes }, box)
  const left = isRightToLeft(text) ? box.left + box.width - drawn.raw.width : box.left
  return [{ ...drawn, left, top: Math.round(box.top + (box.height - drawn.raw.height) / 2) }]
}

async function profileParts(
  { creator, appName }: ProfileCard,
  avatar: Buffer | null,
): Promise<OverlayOptions[]> {
  const size = 264
  const centre = shareImage.height / 2
  const left = inside.left + size + 56
  const room = { width: inside.right - left, height: 200 }
  const lines = await signatureOf(creator, room, [88, 74, 62, 52])
  const site = { right: inside.right, centre: sheet.bottom - 68, size: 40, width: room.width }
  return [
    ...(await face(creator, avatar, { left: inside.left, top: centre - size / 2, size })),
    ...stack(lines, { left, centre, gap: 28 }),
    ...(await brand(appName, site)).parts,
  ]
}

/** A person's name, as large as there is room, and their username below. */
async function signatureOf(
  creator: ProfileCard['creator'],
  room: { width: number; height: number },
  sizes: number[],
): Promise<Drawn[]> {
  const name = await drawablePart(creator.name)
  const handle = `@${creator.username}`
  const first = await fitText(name ?? handle, { ...display, sizes }, room)
  if (!name) return [first]
  return [first, await fitText(handle, { font: 'text', colour: colours.ink3, sizes: [36, 30, 25] }, room)]
}

/** A creator beside the best of what they share, which fill the left. */
async function findsParts(
  { creator, appName, finds }: ProfileCard,
  { photos, avatar }: Pictures,
): Promise<OverlayOptions[]> {
  const left = photoBox.width + 56
  const width = shareImage.width - left - 56
  const name = await brand(appName, { left, centre: 84, size: 36, width })
  return [
    ...(await mosaic(finds, photos, photoBox.width)),
    ...name.parts,
    ...(await face(creator, avatar, { left, top: 170, size: 176 })),
    ...stack(await signatureOf(creator, { width, height: 160 }, [66, 56, 48, 41]), {
      left,
      centre: 464,
      gap: 18,
    }),
  ]
}

async function siteParts(appName: string): Promise<OverlayOptions[]> {
  const left = sheet.left + 96
  const top = 188
  const high = 168
  const name = await drawablePart(appName)
  const room = { width: 760, height: 170 }
  const words = name === null ? [] : [await fitText(name, { ...display, sizes: [150, 120, 92, 70] }, room)]
  const line = { font: 'display', size: 46, colour: colours.ink2 } as const
  return [
    { input: mark(high), left, top },
    ...stack(words, { left: left + 190, centre: top + high / 2, gap: 0 }),
    { ...(await drawText(tagline, line)), left, top: 422 },
  ]
}
