import { createRandom } from '../random.ts'
import { shade } from './colour.ts'
import type { Subject } from './compose.ts'
import { drawings } from './drawings/index.ts'
import { rooms } from './rooms.ts'

/** The size of a look's photo. */
const size = { width: 960, height: 1200 }
/** The heights of the boards, and the middles of the places on one. */
const boards = [550, 1085]
const places = [190, 480, 765]
/** The most things that fit. */
export const mostOnShelves = boards.length * places.length

const scale = 0.62

/** A photo of two shelves with up to six things, as SVG, and the middle of each in ten-thousandths of it. */
export function drawShelves(things: readonly Subject[], seed: string) {
  const random = createRandom(`shelves ${seed}`)
  const { wall, floor } = random.pick(rooms.slice(0, 8))
  const standing = things.slice(0, mostOnShelves).map(([thing, main, accent], index) => {
    const drawing = drawings[thing]
    const x = (places[index % places.length] as number) + random.between(-14, 14)
    const y = boards[Math.floor(index / places.length)] as number
    const { markup, defs } = drawing.draw(main, accent ?? drawing.accent, `thing${index}`)
    const move = `translate(${x.toFixed(1)} ${y}) scale(${scale}) translate(-400 ${-drawing.feet})`
    return {
      defs,
      markup: `<g transform="${move}">${markup}</g>`,
      point: {
        x: Math.round((x / size.width) * 10_000),
        y: Math.round(((y - 400 * scale * 0.6) / size.height) * 10_000),
      },
    }
  })
  const board = (y: number) =>
    `<rect x="24" y="${y + 20}" width="912" height="90" fill="url(#under)"/>` +
    `<rect x="24" y="${y - 8}" width="912" height="30" rx="4" fill="${shade(floor, -0.12)}"/>` +
    `<rect x="24" y="${y - 8}" width="912" height="10" rx="4" fill="${shade(floor, 0.02)}"/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" width="${size.width}" height="${size.height}">
<defs><linearGradient id="wall" x2=".6" y2="1"><stop stop-color="${shade(wall, 0.03)}"/><stop offset="1" stop-color="${shade(wall, -0.06)}"/></linearGradient>
<linearGradient id="under" x2="0" y2="1"><stop stop-color="#2a1a08" stop-opacity=".2"/><stop offset="1" stop-color="#2a1a08" stop-opacity="0"/></linearGradient>
<radialGradient id="ground"><stop stop-color="#1d1006" stop-opacity=".5"/><stop offset=".45" stop-color="#1d1006" stop-opacity=".26"/><stop offset="1" stop-color="#1d1006" stop-opacity="0"/></radialGradient>
<radialGradient id="glow"><stop stop-color="#FFE9BD" stop-opacity=".9"/><stop offset="1" stop-color="#FFE9BD" stop-opacity="0"/></radialGradient>
${standing.map(({ defs }) => defs).join('')}</defs>
<rect width="100%" height="100%" fill="url(#wall)"/>
<path d="M-40 240 330 20 460 760 60 980Z" fill="#fff" opacity=".16"/><path d="M420 0 640-60 800 620 560 760Z" fill="#fff" opacity=".12"/>
${boards.map(board).join('')}${standing.map(({ markup }) => markup).join('')}</svg>`
  return { svg, points: standing.map(({ point }) => point) }
}

/** The size of a cover, and where its board is. */
const wide = { width: 1600, height: 400, board: 352 }
const mostOnCover = 7

/** A wide photo of one shelf with up to seven things, as SVG. */
export function drawCover(things: readonly Subject[], seed: string): string {
  const random = createRandom(`cover ${seed}`)
  const { wall, floor } = random.pick(rooms.slice(0, 8))
  const standing = random
    .shuffled(things)
    .slice(0, mostOnCover)
    .map(([thing, main, accent], index, all) => {
      const drawing = drawings[thing]
      const x = (wide.width / all.length) * (index + 0.5) + random.between(-20, 20)
      const { markup, defs } = drawing.draw(main, accent ?? drawing.accent, `thing${index}`)
      const size = 0.46 + random.between(-0.03, 0.03)
      const move = `translate(${x.toFixed(1)} ${wide.board}) scale(${size.toFixed(3)}) translate(-400 ${-drawing.feet})`
      return { defs, markup: `<g transform="${move}">${markup}</g>` }
    })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${wide.width} ${wide.height}" width="${wide.width}" height="${wide.height}">
<defs><linearGradient id="wall" x2=".6" y2="1"><stop stop-color="${shade(wall, 0.03)}"/><stop offset="1" stop-color="${shade(wall, -0.06)}"/></linearGradient>
<radialGradient id="ground"><stop stop-color="#1d1006" stop-opacity=".5"/><stop offset=".45" stop-color="#1d1006" stop-opacity=".26"/><stop offset="1" stop-color="#1d1006" stop-opacity="0"/></radialGradient>
<radialGradient id="glow"><stop stop-color="#FFE9BD" stop-opacity=".9"/><stop offset="1" stop-color="#FFE9BD" stop-opacity="0"/></radialGradient>
${standing.map(({ defs }) => defs).join('')}</defs>
<rect width="100%" height="100%" fill="url(#wall)"/>
<path d="M-40 0 260-40 420 400 80 400Z" fill="#fff" opacity=".16"/><path d="M900 0 1080-40 1240 400 1010 400Z" fill="#fff" opacity=".12"/>
<rect y="${wide.board - 10}" width="100%" height="60" fill="${shade(floor, -0.1)}"/><rect y="${wide.board - 10}" width="100%" height="8" fill="${shade(floor, 0.04)}"/>
${standing.map(({ markup }) => markup).join('')}</svg>`
}
