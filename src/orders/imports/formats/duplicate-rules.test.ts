import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { randomRuns } from '../../../../tests/harness/random-runs.ts'
import { type DuplicateDecision, decisionsOf, type Sale, undecidedDuplicates } from './duplicate-rules.ts'

const sale = (id: string, values: Partial<Sale> = {}): Sale => ({
  id,
  asin: 'B0C7KQ4T2M',
  cents: 800,
  sub_tag: null,
  tracking_id: null,
  title: 'A mug',
  day: id.startsWith('o') ? '2026-10-30' : '2026-11-02',
  ...values,
})
const pairs = (orders: Sale[], rows: Sale[], decisions: DuplicateDecision[] = []) =>
  undecidedDuplicates({ orders, rows, decisions, sales: decisions.filter((one) => one.is_same_sale) }).map(
    ({ order, row }) => `${order.id} ${row.id}`,
  )

describe('what may be one sale (decision 42)', () => {
  it.each([
    ['another product', { asin: 'B000000002' }],
    ['another amount', { cents: 801 }],
    ['another sub tag', { sub_tag: 'bens' }],
    ['another tracking id', { tracking_id: 'other-20' }],
    ['shipped before it was ordered', { day: '2026-10-29' }],
    ['shipped more than thirty days later', { day: '2026-11-30' }],
  ])('is not %s', (_, values) => {
    const order = sale('o1', { sub_tag: 'anas', tracking_id: 'folio-20' })
    expect(pairs([order], [sale('r1', values)])).toEqual([])
    expect(pairs([order], [sale('r1')])).toEqual(['o1 r1'])
  })

  it('whatever the case that tags are written in', () => {
    const order = sale('o1', { sub_tag: 'ANAS', tracking_id: 'FOLIO-20' })
    const rows = [sale('r1'), sale('r2', { sub_tag: 'anas', tracking_id: 'folio-20' })]
    expect(pairs([order], rows)).toEqual(['o1 r2'])
  })

  it('is paired as a multiset: three orders and two rows are two pairs, the best tags first', () => {
    const orders = [sale('o1'), sale('o2'), sale('o3', { sub_tag: 'anas' })]
    expect(pairs(orders, [sale('r1', { sub_tag: 'anas' }), sale('r2')])).toEqual(['o1 r2', 'o3 r1'])
  })

  it('is not asked about again, and one sale takes part in no other pair', () => {
    const orders = [sale('o1'), sale('o2')]
    const rows = [sale('r1'), sale('r2')]
    const same = [{ folio_item_id: 'o1', fee_item_id: 'r2', is_same_sale: true }]
    expect(pairs(orders, rows, same)).toEqual(['o2 r1'])
  })

  it('ends once all are decided as two sales, however many there are', () => {
    const orders = [sale('o1'), sale('o2')]
    const rows = [sale('r1'), sale('r2'), sale('r3')]
    const said = decisionsOf(undecidedDuplicates({ orders, rows, decisions: [], sales: [] }), rows, false)
    expect(said).toHaveLength(6)
    expect(pairs(orders, rows, said)).toEqual([])
    // A row that comes later is asked about.
    expect(pairs(orders, [...rows, sale('r4')], said)).toEqual(['o1 r4'])
  })

  it('does not depend on the order of orders and rows', () => {
    const any = (letter: string) =>
      fc
        .array(
          fc.record({
            cents: fc.constantFrom(800, 900),
            sub_tag: fc.constantFrom(null, 'anas', 'bens'),
            tracking_id: fc.constantFrom(null, 'folio-20'),
          }),
          { maxLength: 5 },
        )
        .map((sales) => sales.map((values, n) => sale(`${letter}${n}`, values)))
    const shuffled = (letter: string) =>
      any(letter).chain((all) =>
        fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
      )
    fc.assert(
      fc.property(shuffled('o'), shuffled('r'), ([orders, orders2], [rows, rows2]) => {
        expect(pairs(orders2, rows2)).toEqual(pairs(orders, rows))
      }),
      randomRuns(100),
    )
  })
})
