import { expect, it } from 'vitest'
import { initials } from './full-name.ts'

it.each([
  ['Maya Okafor', 'MO'],
  ['maya', 'M'],
  ['Mary Ann van der Berg', 'MB'],
  ['Stoneware mug (white)', 'SW'],
  ['“Quiet” teacup', 'QT'],
  ['קומקום (לבן)', 'קל'],
  ['Анна Ли', 'АЛ'],
  ['Kettle –', 'K'],
  ['☕ Ana', 'A'],
  ['Ana 🌿', 'A'],
  ['★Theo★ 🔥 Lindqvist', 'TL'],
  ['Ana 山田', 'A'],
  ['山田 Ana', '山'],
  ['Yui 山田 Tanaka', 'YT'],
  ['3M Company', '3C'],
  ['E\u0301lise', 'É'],
  ['🔥🔥', '🔥'],
  ['–', '–'],
  ['', ''],
])('the initials of %o are %o', (name, letters) => {
  expect(initials(name)).toBe(letters)
})
