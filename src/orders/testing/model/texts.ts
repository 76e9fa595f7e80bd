import { feeEarningsText, feeOrdersText, reportText } from '../report-text.ts'
import { shuffled } from './shuffled.ts'
import { type Asin, days, orderHour, type Part, type Row, type Status } from './world.ts'

const filler = 'B0FILLER00'

/** How another program calls the statuses, which an admin is asked about (docs/product/reports.md#unknown-statuses). */
export const strangeWords: Record<Status, string> = {
  pending: 'Awaiting carrier',
  shipped: 'Handed over',
  cancelled: 'Annulled',
  returned: 'Sent home',
}

/** A history's ASINs are its own; the mug's is the same in both marketplaces. */
export const asinOf = (slot: number, item: Asin) =>
  `B0${item.replace('ca ', '').toUpperCase()}${`${slot}`.padStart(5, '0')}`

const tagOf = (slot: number, tag: Row['tag']) =>
  tag === null ? '' : tag === 'tracked' ? `track${slot}-20` : `other${slot}-20`

/** A file as Amazon or another program writes it; `linkOf` is the short link of a creator's mug. */
export function reportOf(
  spec: Part,
  rows: { slot: number; row: Row }[],
  linkOf: (slot: number, creator: number) => string,
): string {
  const subTagOf = (slot: number, sub: Row['sub']) =>
    sub === null ? '' : sub === 'foreign' ? 'their-own-9' : linkOf(slot, sub)
  const own = linkOf(0, 0)
  const sorted = shuffled(rows, spec.shuffle)
  const caseOf = (tag: string, nth: number) => (spec.isLoud && nth % 2 === 0 ? tag.toUpperCase() : tag)
  const statusOf = (status: Status, nth: number) =>
    spec.isLoud && nth % 3 === 0 ? strangeWords[status] : status
  if (spec.format === 'folio_csv')
    return reportText([
      {
        order_item_id: `filler-${spec.key}`,
        order_date: days[rows[0]?.row.day ?? 0] as string,
        asin: filler,
        commission_amount: '0.00',
        sub_tag: spec.isTagged ? own : '',
        tracking_id: '',
      },
      ...sorted.map(({ slot, row }, nth) => ({
        order_item_id: `s${slot}-${row.id}`,
        order_date: row.hasTime ? `${days[row.day]}${orderHour}` : (days[row.day] as string),
        asin: asinOf(slot, row.asin),
        // Cached, so that equal rows are equal.
        product_title: 'An item',
        commission_amount: ((row.back === 'reversed' ? -row.cents : row.cents) / 100).toFixed(2),
        quantity: row.back === 'reversed' ? -row.pieces : row.pieces,
        order_status: statusOf(row.back === 'partly' ? 'returned' : row.status, nth),
        sub_tag: caseOf(subTagOf(slot, row.sub), nth),
        tracking_id: caseOf(tagOf(slot, row.tag), nth + 1),
      })),
    ])
  if (spec.format === 'fee_orders')
    return feeOrdersText([
      ...spec.days.map((day) => ({ ASIN: filler, Date: days[day] as string })),
      ...sorted.map(({ slot, row }, nth) => ({
        ASIN: asinOf(slot, row.asin),
        Date: days[row.day] as string,
        Tag: caseOf(tagOf(slot, row.tag), nth),
      })),
    ])
  return feeEarningsText([
    // So that each of its days has a row in every history.
    ...spec.days.map((day) => ({
      ASIN: filler,
      'Date Shipped': days[day] as string,
      'Ad Fees($)': '0.00',
      'Sub Tag': spec.isTagged ? own : '',
    })),
    ...sorted.map(({ slot, row }, nth) => ({
      ASIN: asinOf(slot, row.asin),
      'Date Shipped': days[row.day] as string,
      'Ad Fees($)': (row.cents / 100).toFixed(2),
      'Items Shipped': row.cents < 0 ? '0' : `${row.pieces}`,
      Returns: row.cents < 0 ? `${row.pieces}` : '0',
      'Tracking ID': caseOf(tagOf(slot, row.tag), nth + 1),
      'Sub Tag': caseOf(subTagOf(slot, row.sub), nth),
    })),
  ])
}

/** What an admin says that the statuses mean which a file asks about. */
export const meaningsOf = ({ statuses }: { statuses: { status: string }[] }) => ({
  statuses: statuses.map(({ status }) => ({
    status,
    means: Object.entries(strangeWords).find(([, word]) => word === status)?.[0],
  })),
})
