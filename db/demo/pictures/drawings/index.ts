import type { Draw, Drawing } from '../drawing.ts'
import { type Paint, tonesOf } from '../paints.ts'
import * as away from './away.ts'
import * as body from './body.ts'
import * as desk from './desk.ts'
import * as garden from './garden.ts'
import * as kitchen from './kitchen.ts'
import * as nursery from './nursery.ts'
import { traced } from './traced.ts'

function drawn(draw: Draw, accent: Paint, more: Partial<Drawing> = {}): Drawing {
  return {
    accent,
    pose: 'stands',
    pairs: false,
    near: 1,
    feet: 690,
    ...more,
    draw: (main, accentPaint, id) => {
      const one = tonesOf(main, `${id}-main`)
      const other = tonesOf(accentPaint, `${id}-accent`)
      return { markup: draw(one.tones, other.tones), defs: one.defs + other.defs }
    },
  }
}

const pairs = { pairs: true }
const low = { near: 1.14 }
const lies = { pose: 'lies' } as const

/** Everything that pictures can show, by name. */
export const drawings = {
  ...traced,
  backpack: drawn(away.backpack, 'walnut'),
  ball: drawn(nursery.ball, 'honey', low),
  balm: drawn(body.balm, 'brass', low),
  beanie: drawn(away.beanie, 'oat'),
  bear: drawn(nursery.bear, 'persimmon'),
  birdhouse: drawn(garden.birdhouse, 'brick', low),
  blocks: drawn(nursery.blocks, 'sky', low),
  bottle: drawn(kitchen.bottle, 'charcoal', pairs),
  camera: drawn(desk.camera, 'persimmon'),
  clock: drawn(desk.clock, 'brass'),
  cushion: drawn(desk.cushion, 'chalk'),
  dropper: drawn(body.dropper, 'brass', pairs),
  dumbbell: drawn(body.dumbbell, 'steel', low),
  earbuds: drawn(desk.earbuds, 'charcoal'),
  fruitBowl: drawn(kitchen.fruitBowl, 'apricot'),
  jar: drawn(kitchen.jar, 'brass', { pairs: true, near: 1.06 }),
  kettlebell: drawn(body.kettlebell, 'persimmon'),
  keyboard: drawn(desk.keyboard, 'persimmon', lies),
  lantern: drawn(away.lantern, 'brass'),
  mat: drawn(body.mat, 'oat', low),
  notebook: drawn(desk.notebook, 'persimmon'),
  pencils: drawn(desk.pencils, 'persimmon', low),
  petBed: drawn(nursery.petBed, 'honey', { near: 1.06 }),
  petBowl: drawn(nursery.petBowl, 'chalk', low),
  pills: drawn(body.pills, 'sage', { pairs: true, near: 1.08 }),
  pot: drawn(kitchen.pot, 'brass'),
  pouch: drawn(kitchen.pouch, 'persimmon', pairs),
  pump: drawn(body.pump, 'charcoal', pairs),
  rings: drawn(nursery.rings, 'butter'),
  roller: drawn(body.roller, 'charcoal', low),
  suitcase: drawn(away.suitcase, 'brass', pairs),
  tent: drawn(away.tent, 'oat'),
  tin: drawn(kitchen.tin, 'brass', pairs),
  towels: drawn(body.towels, 'oat', { near: 1.08 }),
  train: drawn(nursery.train, 'honey'),
  trowel: drawn(garden.trowel, 'oak', lies),
  wateringCan: drawn(garden.wateringCan, 'brass'),
} satisfies Record<string, Drawing>

export type DrawingName = keyof typeof drawings
