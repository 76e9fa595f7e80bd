import { readFileSync } from 'node:fs'
import path from 'node:path'
import { repaint } from '../colour.ts'
import type { Drawing } from '../drawing.ts'
import { type Paint, paints } from '../paints.ts'

const folder = path.resolve(import.meta.dirname, '../../../../src/web/public/art')

/** Colours of one part of a drawing; a paint replaces the first, the others are its light and shadow. */
type Part = string

type Traced = { file: string; main: Part; accentPart?: Part } & Omit<Drawing, 'draw'>

/** One of the web app's own drawings, without its room and repainted. */
function trace({ file, main: mainPart, accentPart = '', ...drawing }: Traced): Drawing {
  const { subject, defs } = withoutRoom(readFileSync(path.join(folder, `${file}.svg`), 'utf8'))
  return {
    ...drawing,
    draw: (main, accent, id) => {
      const painted = (text: string) =>
        withIds(paintPart(paintPart(text, mainPart, main), accentPart, accent), id)
      return { markup: painted(subject), defs: painted(defs) }
    },
  }
}

function paintPart(text: string, part: Part, paint: Paint): string {
  const [from, ...others] = part.split(' ').filter(Boolean)
  if (!from) return text
  const anew = new Map([from, ...others].map((colour) => [colour, repaint(colour, from, paints[paint])]))
  return text.replace(/#[0-9A-Fa-f]{6}\b/g, (colour) => anew.get(colour) ?? colour)
}

const withIds = (text: string, id: string) =>
  text
    .replaceAll(' id="', ` id="${id}-`)
    .replaceAll('url(#', `url(#${id}-`)
    .replaceAll(`url(#${id}-ground)`, 'url(#ground)')

/** The thing alone: without wall, table and window light, and with shadows without blur. */
function withoutRoom(svg: string): { subject: string; defs: string } {
  const defs = /<defs>(.*?)<\/defs>/s.exec(svg)?.[1] ?? ''
  const body = svg.slice(svg.indexOf('</defs>') + 7, svg.lastIndexOf('</svg>'))
  const subject = body
    .replace(/<rect (y="\d+" )?width="800" height="[\d.]+" [^>]*\/>/g, '')
    .replace(/<g fill="#fff" opacity="\.17".*?<\/g>/s, '')
    .replace(
      /<ellipse cx="([\d.]+)" cy="([\d.]+)" rx="([\d.]+)" ry="([\d.]+)" fill="#[0-9a-f]+" opacity="([\d.]+)" filter="url\(#b(12|30)\)"\/>/g,
      (_, cx, cy, rx, ry, opacity, blur) => {
        const soft = Number(blur) * 1.4
        return `<ellipse cx="${cx}" cy="${cy}" rx="${Number(rx) + soft}" ry="${Number(ry) + soft * 0.7}" fill="url(#ground)" opacity="${Math.min(1, Number(opacity) * 1.9)}"/>`
      },
    )
    .replace(/ filter="url\(#b4\)"/g, '')
  return { subject, defs }
}

const stands = { pose: 'stands', pairs: false, near: 1, feet: 690 } as const

/** The web app's drawings by name, with the colours that belong to their parts. */
export const traced = {
  bag: trace({
    ...stands,
    file: 'bag',
    main: '#E9DEC7 #C6B693',
    accent: 'walnut',
    accentPart: '#8A5430 #643818 #6b3f1e',
  }),
  book: trace({
    ...stands,
    file: 'book',
    main: '#2C4A46 #1D3431',
    accent: 'persimmon',
    accentPart: '#C8562B #E8A66A',
  }),
  candle: trace({
    ...stands,
    file: 'candle',
    main: '#B9793F #E9B878 #7A4820 #B4743A #8a5528',
    accent: 'oat',
    pairs: true,
  }),
  chair: trace({
    ...stands,
    file: 'chair',
    main: '#B65A2E #DB8152 #C9683A #98441C #8f3f18',
    accent: 'walnut',
    accentPart: '#8A5C36 #5B3A1E',
  }),
  glasses: trace({
    ...stands,
    file: 'glasses',
    near: 1.12,
    feet: 560,
    main: '#8A4E22 #4E260B',
    accent: 'forest',
    accentPart: '#5E7A6A #233A30',
  }),
  headphones: trace({
    ...stands,
    file: 'headphones',
    main: '#E4D6C2 #FAF2E4 #B8A486 #D9C8AE #F2E8D9 #C3B094 #C9B89C #A08F74 #6b5e4c',
    accent: 'charcoal',
    accentPart: '#4B443B #231f1a',
  }),
  kettle: trace({
    ...stands,
    file: 'kettle',
    main: '#2F3B36 #5C6D65 #18201C #33403A #1b2420 #5a6b63 #202a25',
    accent: 'oak',
    accentPart: '#A8713F #D9A56B #6E4521 #9A6636',
  }),
  lamp: trace({
    ...stands,
    file: 'lamp',
    main: '#E9DCC8 #FFF9EC #C4AE90 #DCCAB0 #FFF3D2 #FFE0A3',
    accent: 'brass',
    accentPart: '#B98A4A #EBCB8E #77521F #B88A48',
  }),
  lipstick: trace({
    ...stands,
    file: 'lipstick',
    main: '#B5332E #E06A5F #7C1714 #A92C28',
    accent: 'ink',
    accentPart: '#2a2524 #6b6260 #120f0e #2e2827',
  }),
  mug: trace({
    ...stands,
    file: 'mug',
    main: '#3F5E6B #6F93A2 #24404B #3B5966 #35525e #7fa1af #4c6c79 #21343c',
    accent: 'chalk',
    accentPart: '#E9E2D5 #FFFFFF #B8AC98 #D8CEBD',
    pairs: true,
  }),
  plant: trace({
    ...stands,
    file: 'plant',
    main: '#C46A41 #E59A70 #8A4223 #B65F38',
    accent: 'forest',
    pairs: true,
  }),
  sneaker: trace({
    ...stands,
    file: 'sneaker',
    near: 1.08,
    main: '#C65A2E #9C3D17',
    accent: 'forest',
    accentPart: '#2E4A44 #1D322E',
  }),
  speaker: trace({
    ...stands,
    file: 'speaker',
    main: '#B07B4B #D2A071 #7C5029 #A87445',
    accent: 'oat',
    accentPart: '#E8E0D2 #cfc4b1',
    pairs: true,
  }),
  vase: trace({
    ...stands,
    file: 'vase',
    main: '#EFE9E0 #FFFFFF #BDB2A4 #DDD4C8 #8d8375',
    accent: 'apricot',
    accentPart: '#D98C5F #EFB48C',
    pairs: true,
  }),
  watch: trace({
    ...stands,
    file: 'watch',
    main: '#7A4A2B #5A331A',
    accent: 'chalk',
    pose: 'lies',
  }),
}
