import { expect, it } from 'vitest'
import { dividingByPayee } from './rules.ts'

const order = (id: string, payeeId: string | null) => ({ id, payeeId })

it('divides orders evenly, those of a payee together, also those that come later (decision 94)', () => {
  const divide = dividingByPayee(2)
  expect(
    divide([order('1', 'ana'), order('2', 'ben'), order('3', 'ana'), order('4', null), order('5', 'cleo')]),
  ).toEqual([
    ['1', '3', '5'],
    ['2', '4'],
  ])
  expect(divide([order('6', 'cleo'), order('7', 'ana'), order('8', null), order('9', 'ben')])).toEqual([
    ['6', '7'],
    ['8', '9'],
  ])
})

it('leaves a part without orders where all are one payee’s', () => {
  const divide = dividingByPayee(2)
  expect(divide([order('1', 'ana'), order('2', 'ana')])).toEqual([['1', '2'], []])
  expect(divide([])).toEqual([[], []])
})
