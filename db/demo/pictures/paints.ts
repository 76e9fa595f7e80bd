import { shade } from './colour.ts'

/** The paints of all things: one small palette, so that the pictures of a page go together. */
export const paints = {
  chalk: '#F5F0E6',
  oat: '#E6DAC4',
  sand: '#D2B78E',
  butter: '#EBCB7A',
  honey: '#D79B3A',
  mustard: '#BC8A2C',
  apricot: '#E5A070',
  clay: '#C4704A',
  persimmon: '#C9521F',
  rust: '#97431F',
  brick: '#A63C30',
  coral: '#DE7C68',
  rose: '#D28F8C',
  blush: '#EBC5BA',
  berry: '#8B2F4A',
  plum: '#5D3C5C',
  lilac: '#AA9CC6',
  sky: '#9BB9D2',
  ocean: '#456C80',
  navy: '#2C3D5B',
  teal: '#2E6C67',
  mint: '#B4D2BF',
  sage: '#98AC8E',
  olive: '#76793F',
  forest: '#2B4B3D',
  oak: '#BB8C5B',
  walnut: '#7A5032',
  cocoa: '#553624',
  brass: '#BD9350',
  steel: '#A3ABB0',
  charcoal: '#3C3A37',
  ink: '#25231F',
} as const

export type Paint = keyof typeof paints

/** A paint in light and shadow, and its gradients for a shape. */
export type Tones = Record<'pale' | 'light' | 'base' | 'dark' | 'deep', string> &
  Record<'round' | 'lying' | 'down' | 'slant' | 'ball', string>

/** The tones of a paint, with the definitions of its gradients. `id` separates two paints of a picture. */
export function tonesOf(paint: Paint, id: string): { tones: Tones; defs: string } {
  const base = paints[paint]
  const plain = {
    pale: shade(base, 0.13),
    light: shade(base, 0.06),
    base,
    dark: shade(base, -0.09),
    deep: shade(base, -0.18),
  }
  const { pale, light, dark, deep } = plain
  const cylinder = `<stop stop-color="${base}"/><stop offset=".26" stop-color="${pale}"/><stop offset=".62"
    stop-color="${base}"/><stop offset=".92" stop-color="${deep}"/><stop offset="1" stop-color="${dark}"/>`
  const fade = `<stop stop-color="${light}"/><stop offset="1" stop-color="${dark}"/>`
  const defs = `
<linearGradient id="${id}-round" x2="1" y2="0">${cylinder}</linearGradient>
<linearGradient id="${id}-lying" x2="0" y2="1">${cylinder}</linearGradient>
<linearGradient id="${id}-down" x2="0" y2="1">${fade}</linearGradient>
<linearGradient id="${id}-slant" x2=".5" y2="1">${fade}</linearGradient>
<radialGradient id="${id}-ball" cx=".36" cy=".3" r=".8"><stop stop-color="${pale}"/><stop offset=".5"
  stop-color="${base}"/><stop offset="1" stop-color="${deep}"/></radialGradient>`
  const of = (kind: string) => `url(#${id}-${kind})`
  const gradients = {
    round: of('round'),
    lying: of('lying'),
    down: of('down'),
    slant: of('slant'),
    ball: of('ball'),
  }
  return { tones: { ...plain, ...gradients }, defs }
}
