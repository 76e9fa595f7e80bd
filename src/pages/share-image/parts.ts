import type { OverlayOptions } from 'sharp'
import { initials } from '../../shared/full-name.ts'
import type { Creator } from '../../shared/sharing/share-image.ts'
import { drawablePart } from './fonts.ts'
import { colours, mark, plainCircle } from './ground.ts'
import { circle } from './photo.ts'
import { type Drawn, drawText, fitText } from './text.ts'

type Position = { left: number; top: number; size: number }

/** The creator's line: picture, name and username, at most `width` pixels wide. */
export async function author(
  creator: Creator,
  avatar: Buffer | null,
  { left, top, size, width }: Position & { width: number },
): Promise<OverlayOptions[]> {
  const room = { width: width - size - 24, height: size * 0.5 }
  const name = await drawablePart(creator.name)
  const lines: Drawn[] = []
  if (name) {
    const sizes = [size * 0.42, size * 0.36]
    lines.push(await fitText(name, { font: 'display', colour: colours.ink, sizes }, room))
  }
  const colour = name ? colours.ink3 : colours.ink
  lines.push(await drawText(`@${creator.username}`, { font: 'text', colour, size: size * 0.31 }))
  return [
    ...(await face(creator, avatar, { left, top, size })),
    ...stack(lines, { left: left + size + 24, centre: top + size / 2, gap: size * 0.13 }),
  ]
}

/** A person's picture in a circle, or the first letters of their name if there is none that can be read. */
export async function face(
  { name, username }: Creator,
  avatar: Buffer | null,
  { left, top, size }: Position,
): Promise<OverlayOptions[]> {
  const picture = avatar && (await circle(avatar, size).catch(() => null))
  if (picture) return [{ input: picture, left, top }]
  const letters = (await drawablePart(initials(name))) ?? initials(username)
  const drawn = await drawText(letters, { font: 'display', size: size * 0.4, colour: colours.ink2 })
  const { width, height } = drawn.raw
  return [
    { input: plainCircle(size), left, top },
    { ...drawn, left: Math.round(left + (size - width) / 2), top: Math.round(top + (size - height) / 2) },
  ]
}

/**
 * The site's mark and name around a middle line, beginning at `left` or ending at `right`, with the resulting left
 * edge.
 */
export async function brand(
  appName: string,
  position: { centre: number; size: number; width: number; colour?: string } & (
    | { left: number }
    | { right: number }
  ),
): Promise<{ parts: OverlayOptions[]; left: number }> {
  const { centre, size, colour = colours.ink } = position
  const name = await drawablePart(appName)
  const high = Math.round(size * 1.1)
  const wide = Math.round((high * 26) / 30)
  const room = { width: position.width - wide - 14, height: size * 1.3 }
  const style = { font: 'display', sizes: [size * 0.95, size * 0.7], colour } as const
  const word = name === null ? null : await fitText(name, style, room)
  const width = wide + (word ? 14 + word.raw.width : 0)
  const left = 'left' in position ? position.left : position.right - width
  const topOf = (height: number) => Math.round(centre - height / 2)
  const parts: OverlayOptions[] = [{ input: mark(high), left, top: topOf(high) }]
  if (word) parts.push({ ...word, left: left + wide + 14, top: topOf(word.raw.height) })
  return { parts, left }
}

/** Texts below each other, around a middle line. */
export function stack(lines: Drawn[], { left, centre, gap }: { left: number; centre: number; gap: number }) {
  const height = lines.reduce((sum, { raw }) => sum + raw.height, gap * (lines.length - 1))
  let top = centre - height / 2
  return lines.map((line): OverlayOptions => {
    const placed = { ...line, left: Math.round(left), top: Math.round(top) }
    top += line.raw.height + gap
    return placed
  })
}
