import { expect, it } from 'vitest'
import { apartByPayee } from './rules.ts'

const order = (id: string, payeeId: string | null) => ({ id, payeeId })

it('divides orders evenly, those of a payee together (decision 94)', () => {
  const orders = [
    order('1', 'ana'),
    order('2', 'ben'),
    order('3', 'ana'),
    order('4', null),
    order('5', 'cleo'),
    order('6', null),
  ]
  expect(apartByPayee(orders, 2)).toEqual([
    ['1', '3', '5'],
    ['2', '4', '6'],
  ])
})

it('leaves out parts that would be empty: all are one payee’s', () => {
  expect(apartByPayee([order('1', 'ana'), order('2', 'ana')], 2)).toEqual([['1', '2']])
  expect(apartByPayee([], 2)).toEqual([])
})
