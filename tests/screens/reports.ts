/** A report as an admin sends it. */
export type Report = { file_name: string; text: string; apply?: boolean }

const columns =
  'order_item_id,order_date,asin,product_title,quantity,commission_amount,commission_rate,order_status'

const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)

const text = (rows: string[]) => [columns, ...rows].join('\n')

const longOrder = '114-9900001-0000001-with-a-long-suffix-of-a-marketplace-export'
const longTitle =
  'Handmade Stoneware Serving Bowl with Wide Rim and Matte Glaze, Dishwasher-Safe and Oven-Safe to 480 °F, Gift-Boxed Set of 4 (Nested 12″, 10″, 8″ and 6″), Ivory / Speckled Charcoal'

const good = Array.from({ length: 9 }, (_, index) =>
  [
    `114-77000${index}-000000${index}`,
    day(index + 3),
    'B08N5WRWNW',
    ['Pour-over kettle', `"${longTitle}"`, 'Linen napkins'][index % 3],
    1,
    (1.2 * (index + 1)).toFixed(2),
    '4%',
    index % 4 === 0 ? 'pending' : 'shipped',
  ].join(','),
)

const bad = [
  `114-7800001-0000001,${day(4)},B08N5WRWNW,Kettle,1,four dollars,4%,shipped`,
  '114-7800002-0000002,the day before yesterday,B08N5WRWNW,Kettle,1,4.00,4%,shipped',
  `1.14E+17,${day(4)},B08N5WRWNW,Kettle,1,4.00,4%,shipped`,
  `114-7800004-0000004,${day(4)},B08N5WRWNW,Kettle,1,4.00,4%,lost`,
]

/** The reports of the scenes. */
export const reports = {
  longOrder,
  withProblems: { file_name: 'commissions-november-with-problems.csv', text: text([...good, ...bad]) },
  /** Its days may be March 4 or April 3. */
  ambiguous: {
    file_name: 'fee-earnings-from-abroad.csv',
    text: [
      'Name,ASIN,Date Shipped,Items Shipped,Ad Fees',
      'Kettle,B08N5WRWNW,03/04/2026,1,4.00',
      'Lamp,B08N5WRWNX,05/06/2026,1,2.50',
    ].join('\n'),
  },
  /** A row that is repeated, and an id with two products. */
  counted: {
    file_name: 'commissions-with-equal-rows.csv',
    text: text([
      ...good.slice(0, 3),
      ...good.slice(0, 1),
      `114-7600001-0000001,${day(6)},B08N5WRWNW,Kettle,1,4.00,4%,shipped`,
      `114-7600001-0000001,${day(6)},B08N5WRWNX,Lamp,1,2.00,4%,shipped`,
    ]),
  },
  notAReport: { file_name: 'shopping-list.csv', text: 'what,how many\nEggs,12\n' },
  long: {
    file_name:
      'a-file-with-a-very-long-name-that-somebody-exported-on-a-friday-evening-final-final-v2 (copy).csv',
    text: text([`${longOrder},${day(1)},B08N5WRWNW,"${longTitle}",1,1234567.89,4%,shipped`]),
    apply: true,
  },
} as const

/** The same report under another name. */
export const repeated = (report: Report): Report => ({ ...report, file_name: 'the-same-again.csv' })
