import { expect, it } from 'vitest'
import { initials } from './avatar.tsx'

it.each([
  ['Maya Okafor', 'MO'],
  ['maya', 'M'],
  ['Stoneware mug (white)', 'SW'],
  ['“Quiet” teacup', 'QT'],
  ['קומקום (לבן)', 'קל'],
  ['Kettle –', 'K'],
  ['☕ Ana', '☕A'],
  ['', ''],
])('the initials of %o are %o', (name, letters) => {
  expect(initials(name)).toBe(letters)
})
