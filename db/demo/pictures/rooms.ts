import { lchOf, shade } from './colour.ts'

/** The colours of a wall and a floor that go together. */
export type Room = { wall: string; floor: string }

/** The rooms, from light to dark. */
export const rooms: readonly Room[] = [
  { wall: '#EFE6D8', floor: '#C39A72' },
  { wall: '#DCE2D8', floor: '#EBE4D8' },
  { wall: '#F0D6CF', floor: '#F5E6E1' },
  { wall: '#D2DBE6', floor: '#E2DED6' },
  { wall: '#DAD5E1', floor: '#EAE4E2' },
  { wall: '#EFDBCC', floor: '#F3EBE1' },
  { wall: '#D3D8C4', floor: '#EAE4D8' },
  { wall: '#D6CFC1', floor: '#B58B63' },
  { wall: '#C9D7D1', floor: '#E6E0D5' },
  { wall: '#F1E3BB', floor: '#F6F0E2' },
  { wall: '#F4F0E9', floor: '#E9E2D7' },
  { wall: '#E3C3A8', floor: '#80523A' },
  { wall: '#D5A28F', floor: '#EEDDD2' },
  { wall: '#B9C7B0', floor: '#DCD3C2' },
  { wall: '#A9BCCB', floor: '#DDD8CF' },
  { wall: '#CE8A66', floor: '#EAD6C3' },
  { wall: '#8FA59B', floor: '#D9CDBB' },
  { wall: '#475C55', floor: '#6A5444' },
  { wall: '#4A5A72', floor: '#6E5B4E' },
  { wall: '#6B4A45', floor: '#4D372F' },
]

/** How a room is set up. */
export type Setting = 'window' | 'leaves' | 'sweep' | 'arch' | 'disc' | 'plinth' | 'cloth'

/** Settings for things that stand. Things that lie are shown on a cloth. */
export const standingSettings: readonly Setting[] = [
  'window',
  'leaves',
  'sweep',
  'arch',
  'disc',
  'plinth',
  'window',
]

/** True for a colour against which light things are visible. */
export const isDark = (colour: string): boolean => lchOf(colour).l < 0.6

/** The colour of the disc behind a thing: the floor's, unless that is too dominant. */
function discOf({ wall, floor }: Room): string {
  if (isDark(wall)) return shade(wall, 0.1)
  return isDark(floor) ? shade(wall, -0.1) : floor
}

const horizon = 590
const whole = '<rect width="800" height="800"'

const defsOf = ({ wall, floor }: Room) => `
<linearGradient id="wall" x2=".6" y2="1"><stop stop-color="${shade(wall, 0.02)}"/><stop offset="1" stop-color="${shade(wall, -0.05)}"/></linearGradient>
<linearGradient id="floor" x2="0" y2="1"><stop stop-color="${floor}"/><stop offset="1" stop-color="${shade(floor, -0.07)}"/></linearGradient>
<radialGradient id="ground"><stop stop-color="#1d1006" stop-opacity=".5"/><stop offset=".45" stop-color="#1d1006" stop-opacity=".26"/><stop offset="1" stop-color="#1d1006" stop-opacity="0"/></radialGradient>
<radialGradient id="glow"><stop stop-color="#FFE9BD" stop-opacity=".9"/><stop offset="1" stop-color="#FFE9BD" stop-opacity="0"/></radialGradient>
<linearGradient id="beam" x2="1" y2="0"><stop stop-color="#fff" stop-opacity=".26"/><stop offset="1" stop-color="#fff" stop-opacity=".1"/></linearGradient>
<linearGradient id="sweep" x2="0" y2="1"><stop stop-color="${shade(wall, 0.01)}"/><stop offset=".62" stop-color="${shade(wall, -0.05)}"/><stop offset=".8" stop-color="${shade(wall, 0.03)}"/><stop offset="1" stop-color="${shade(wall, -0.02)}"/></linearGradient>
<radialGradient id="spot" cx=".42" cy=".4" r=".6"><stop stop-color="#fff" stop-opacity=".34"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>`

const walls = `${whole} fill="url(#wall)"/><rect y="${horizon}" width="800" height="${800 - horizon}" fill="url(#floor)"/><rect y="${horizon}" width="800" height="9" fill="#2a1a08" opacity=".07"/>`

const beams = `<g fill="url(#beam)"><path d="M-40 120 230 10 330 ${horizon} 60 ${horizon}Z"/><path d="M262 0 470-80 590 ${horizon} 366 ${horizon}Z"/></g>`

const leaf = (x: number, y: number, turn: number, length: number) =>
  `<path transform="translate(${x} ${y}) rotate(${turn})" d="M0 0C${length * 0.3} ${-length * 0.24} ${length * 0.8} ${-length * 0.2} ${length} 0C${length * 0.8} ${length * 0.16} ${length * 0.3} ${length * 0.2} 0 0Z"/>`

/** The shadow of a branch before the window. */
const branch = `<g fill="#2a1a08" opacity=".075"><path d="M860-40C700 60 560 120 430 330l-8-4C540 110 690 40 850-60Z"/>
${leaf(760, 10, 150, 190)}${leaf(700, 60, 60, 170)}${leaf(640, 90, 165, 200)}${leaf(600, 130, 70, 180)}${leaf(540, 180, 172, 170)}${leaf(510, 220, 84, 170)}${leaf(470, 270, 176, 140)}${leaf(440, 320, 100, 130)}</g>`

const backs: Record<Setting, (room: Room) => string> = {
  window: () => walls + beams,
  leaves: () => walls + branch,
  sweep: () => `${whole} fill="url(#sweep)"/>${whole} fill="url(#spot)"/>`,
  arch: ({ wall }) =>
    `${walls}<path d="M150 ${horizon}V350a250 250 0 0 1 500 0v${horizon - 350}Z" fill="${shade(wall, -0.08)}"/><path d="M172 ${horizon}V352a228 228 0 0 1 456 0v${horizon - 352}Z" fill="${shade(wall, 0.035)}"/>`,
  disc: ({ wall, floor }) =>
    `${whole} fill="url(#sweep)"/><circle cx="400" cy="380" r="292" fill="${discOf({ wall, floor })}" opacity=".75"/>${whole} fill="url(#spot)" opacity=".6"/>`,
  plinth: ({ wall }) =>
    `${whole} fill="url(#sweep)"/>${branch}<path d="M96 696v110h608V696Z" fill="${shade(wall, -0.06)}"/><path d="M96 696v110h200V696Z" fill="#fff" opacity=".12"/><ellipse cx="400" cy="696" rx="304" ry="46" fill="${shade(wall, 0.05)}"/>`,
  cloth: ({ wall }) =>
    `${whole} fill="url(#wall)"/><path d="M-20 640C200 560 300 700 520 610S760 560 840 500v320H-20Z" fill="${shade(wall, -0.035)}"/><path d="M-20 660C200 580 300 720 520 630S760 580 840 520" fill="none" stroke="#fff" stroke-width="7" opacity=".25"/>${branch}`,
}

/** A room set up, and the definitions that it and its things use. */
export const roomOf = (room: Room, setting: Setting): { defs: string; markup: string } => ({
  defs: defsOf(room),
  markup: backs[setting](room),
})
