import type { Random } from '../random.ts'
import { difference, lchOf } from './colour.ts'
import type { Drawing } from './drawing.ts'
import { type DrawingName, drawings } from './drawings/index.ts'
import { type Paint, paints } from './paints.ts'
import { isDark, type Room, roomOf, rooms, type Setting, standingSettings } from './rooms.ts'

/** The content of a picture: a thing, its paint, and sometimes the paint of its other part. */
export type Subject = readonly [thing: DrawingName, main: Paint, accent?: Paint]

/** The part of a picture that a photo from close by shows. */
const closeBy = '170 235 460 460'

/** An 800 by 800 picture as SVG. The same subject is set up differently for each `random`. */
export function compose([thing, main, accent]: Subject, random: Random, isCloseBy = false): string {
  const drawing: Drawing = drawings[thing]
  const accentPaint = accent ?? drawing.accent
  const setting = drawing.pose === 'lies' ? 'cloth' : random.pick(standingSettings)
  const room = random.weighted(roomsFor(main, accentPaint), ({ wall }) => (isDark(wall) ? 0.4 : 1))
  const places = positionsOf(drawing, setting, random)
  const parts = [
    roomOf(room, setting),
    ...places.map((place, i) => {
      const { markup, defs } = drawing.draw(main, accentPaint, `thing${i}`)
      return { defs, markup: `<g transform="${transform(place, drawing.feet)}">${markup}</g>` }
    }),
  ]
  const [defs, markup] = [parts.map((part) => part.defs).join(''), parts.map((part) => part.markup).join('')]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${isCloseBy ? closeBy : '0 0 800 800'}" width="800" height="800"><defs>${defs}</defs>${markup}</svg>`
}

/** A thing's distance from the middle, its size, and its distance from the usual line. */
type Place = { dx: number; scale: number; dy: number }

const transform = ({ dx, scale, dy }: Place, feet: number) =>
  `translate(${(400 + dx).toFixed(1)} ${(690 + dy).toFixed(1)}) scale(${scale.toFixed(3)}) translate(-400 ${-feet})`

/** One position, or two where a smaller thing is behind; the front one last. */
function positionsOf({ pairs, near }: Drawing, setting: Setting, random: Random): Place[] {
  if (pairs && setting !== 'disc' && random.chance(0.35))
    return [
      { dx: random.between(150, 176), scale: 0.66, dy: -34 },
      { dx: -64, scale: 0.82, dy: 0 },
    ]
  if (setting === 'cloth') return [{ dx: random.between(-10, 10), scale: 0.94, dy: -20 }]
  if (setting === 'plinth') return [{ dx: 0, scale: 0.86 * near, dy: 6 }]
  const isCentred = setting === 'arch' || setting === 'disc'
  const dx = isCentred ? 0 : random.between(-26, 26)
  return [{ dx, scale: random.between(0.88, 0.96) * near, dy: (1 - near) * 300 }]
}

/** Rooms against which the thing is visible, and whose wall does not clash with its colour. */
function roomsFor(main: Paint, accent: Paint): Room[] {
  const fitting = rooms.filter(
    ({ wall }) =>
      difference(wall, paints[main]) > 0.17 &&
      difference(wall, paints[accent]) > 0.06 &&
      !clash(wall, paints[main]),
  )
  return fitting.length > 0 ? fitting : [...rooms]
}

/** Two strong colours clash if their hues are neither close nor opposite. */
function clash(one: string, other: string): boolean {
  const [x, y] = [lchOf(one), lchOf(other)]
  if (x.c < 0.05 || y.c < 0.05) return false
  const apart = Math.abs(((x.h - y.h + 540) % 360) - 180)
  return apart > 70 && apart < 130
}
