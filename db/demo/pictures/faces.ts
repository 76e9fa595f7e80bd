import { readFileSync } from 'node:fs'
import path from 'node:path'

const folder = path.resolve(import.meta.dirname, '../../../src/web/public/art')

const skins = {
  porcelain: '#F3D6BB',
  peach: '#EFC4A4',
  sand: '#E0AE86',
  honey: '#C98A62',
  bronze: '#A86B45',
  umber: '#7A4B2E',
  ebony: '#6B422A',
}

const hairColours = {
  black: '#1f1a18',
  espresso: '#2B1A12',
  chestnut: '#5A2E1C',
  auburn: '#8C3B1E',
  hazel: '#8A5A2E',
  gold: '#C9873E',
  silver: '#B9B4AD',
}

/** The parts behind the face, and those over it. */
type Hair = { behind?: (colour: string) => string; over: (colour: string) => string }

const crown = 'M29 44c-3-20 6-30 19-30s22 10 19 30c-4-10-8-14-19-15-11 1-15 5-19 15Z'

const hairs = {
  crop: {
    over: (c) =>
      `<path d="M30 40c-2-18 6-26 18-26s20 8 18 26c-3-6-4-10-6-12-6 2-18 2-24 0-2 2-3 6-6 12Z" fill="${c}"/>`,
  },
  bun: {
    behind: (c) => `<circle cx="48" cy="16" r="11" fill="${c}"/>`,
    over: (c) => `<path d="${crown}" fill="${c}"/>`,
  },
  bob: {
    behind: (c) => `<path d="M26 44c0-20 8-30 22-30s22 10 22 30v20H26Z" fill="${c}"/>`,
    over: (c) =>
      `<path d="M30 42V32c4-10 10-14 18-14s14 4 18 14v10c-2-6-3-8-4-10H34c-1 2-2 4-4 10Z" fill="${c}"/>`,
  },
  long: {
    behind: (c) =>
      `<path d="M24 46c0-22 10-32 24-32s24 10 24 32c0 18 4 26 2 34H22c-2-8 2-16 2-34Z" fill="${c}"/>`,
    over: (c) => `<path d="M30 42c0-16 8-24 18-24s18 8 18 24c-8-2-16-8-20-14-2 6-8 12-16 14Z" fill="${c}"/>`,
  },
  swept: {
    over: (c) =>
      `<path d="M29 42c-3-18 6-28 20-28 13 0 21 9 18 28l-3-8c-6-2-12-4-16-8-4 5-10 7-16 8Z" fill="${c}"/>`,
  },
  curls: {
    behind: (c) =>
      `<g fill="${c}"><circle cx="28" cy="44" r="11"/><circle cx="68" cy="44" r="11"/><circle cx="27" cy="58" r="9"/><circle cx="69" cy="58" r="9"/><circle cx="34" cy="27" r="12"/><circle cx="62" cy="27" r="12"/><circle cx="48" cy="20" r="13"/></g>`,
    over: (c) =>
      `<g fill="${c}"><circle cx="36" cy="28" r="8"/><circle cx="46" cy="25" r="8"/><circle cx="56" cy="26" r="8"/><circle cx="62" cy="32" r="6"/><circle cx="32" cy="35" r="5"/></g>`,
  },
  shortCurls: {
    behind: (c) =>
      `<g fill="${c}"><circle cx="32" cy="34" r="8"/><circle cx="64" cy="34" r="8"/><circle cx="38" cy="25" r="9"/><circle cx="58" cy="25" r="9"/><circle cx="48" cy="21" r="10"/></g>`,
    over: (c) =>
      `<g fill="${c}"><circle cx="37" cy="29" r="6"/><circle cx="46" cy="26" r="7"/><circle cx="56" cy="27" r="7"/></g>`,
  },
  afro: {
    behind: (c) => `<circle cx="48" cy="34" r="29" fill="${c}"/>`,
    over: (c) => `<path d="M30 38c2-14 8-20 18-20s16 6 18 20c-6-8-10-10-18-10s-12 2-18 10Z" fill="${c}"/>`,
  },
  scarf: {
    behind: (c) =>
      `<path d="M22 48c0-24 10-36 26-36s26 12 26 36c0 14 4 22-4 32H26c-8-10-4-18-4-32Z" fill="${c}"/>`,
    over: (c) =>
      `<path d="M30 44c0-16 7-24 18-24s18 8 18 24c0 10-3 18-6 22 8-2 12-12 12-22 0-20-9-31-24-31S24 24 24 44c0 10 4 20 12 22-3-4-6-12-6-22Z" fill="${c}"/><path d="M32 62c8 8 24 8 32 0l4 10c-10 8-30 8-40 0Z" fill="${c}"/>`,
  },
  waves: {
    behind: (c) =>
      `<path d="M25 44c0-20 9-31 23-31s23 11 23 31c0 7 4 9 3 16s-5 8-4 15c-14 5-30 5-44 0 1-7-3-8-4-15s3-9 3-16Z" fill="${c}"/>`,
    over: (c) =>
      `<path d="M30 46c-2-18 6-28 18-28s20 10 18 28c-2-10-8-16-22-20-4 4-12 8-14 20Z" fill="${c}"/>`,
  },
  tail: {
    behind: (c) => `<path d="M62 22c16 0 20 18 14 36-2 6-8 8-10 4 4-14 2-26-8-34Z" fill="${c}"/>`,
    over: (c) => `<path d="${crown}" fill="${c}"/>`,
  },
  none: { over: () => '' },
} satisfies Record<string, Hair>

const extras = {
  glasses:
    '<g fill="none" stroke="#3a2a1c" stroke-width="1.7"><circle cx="41" cy="44" r="6"/><circle cx="55" cy="44" r="6"/><path d="M47 44h2"/></g>',
  earrings: '<g fill="#D9A441"><circle cx="31" cy="54" r="2.4"/><circle cx="65" cy="54" r="2.4"/></g>',
  freckles:
    '<g fill="#8a4a2a" opacity=".5"><circle cx="38" cy="49" r=".9"/><circle cx="40.5" cy="50.5" r=".9"/><circle cx="55.5" cy="50.5" r=".9"/><circle cx="58" cy="49" r=".9"/></g>',
}

/** A face of the web app's own drawings by its name, or one drawn in the same way. */
export type Face =
  | { drawn: 'ines' | 'kofi' | 'lena' | 'maya' | 'sora' | 'theo' }
  | {
      skin: keyof typeof skins
      hair: keyof typeof hairs
      /** A hair colour, or any colour for a scarf. */
      colour: keyof typeof hairColours | `#${string}`
      shirt: string
      back: string
      beard?: boolean
      extra?: keyof typeof extras
    }

/** The face as SVG, 96 by 96. */
export function drawFace(face: Face): string {
  if ('drawn' in face) return readFileSync(path.join(folder, `av-${face.drawn}.svg`), 'utf8')
  const skin = skins[face.skin]
  const colour = face.colour.startsWith('#')
    ? face.colour
    : hairColours[face.colour as keyof typeof hairColours]
  const hair: Hair = hairs[face.hair]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96"><rect width="96" height="96" fill="${face.back}"/>${hair.behind?.(colour) ?? ''}
<path d="M12 100c2-24 18-32 36-32s34 8 36 32Z" fill="${face.shirt}"/><path d="M39 54h18v16c0 6-4 9-9 9s-9-3-9-9Z" fill="${skin}"/><path d="M39 62c4 5 12 6 18 2v-6H39Z" fill="#000" opacity=".12"/>
<ellipse cx="48" cy="43" rx="17" ry="20" fill="${skin}"/>${hair.over(colour)}<g fill="#2a1c14"><circle cx="41.5" cy="44" r="1.9"/><circle cx="54.5" cy="44" r="1.9"/></g>
${face.beard ? `<path d="M33 50c2 14 10 17 15 17s13-3 15-17c-3 5-6 6-9 5-4-2-8-2-12 0-3 1-6 0-9-5Z" fill="${colour}" opacity=".9"/><path d="M44 56c3 2 5 2 8 0" stroke="#f0d5c0" stroke-width="1.6" fill="none" stroke-linecap="round"/>` : '<path d="M43 53c3 3 7 3 10 0" stroke="#2a1c14" stroke-width="1.8" fill="none" stroke-linecap="round"/>'}
${face.extra ? extras[face.extra] : ''}</svg>`
}
