import fc from 'fast-check'
import {
  type Asin,
  type Click,
  creators,
  type DuplicateChoice,
  type FileSpec,
  type History,
  marketOf,
  ownersOf,
  type Row,
  rounds,
} from './world.ts'

export const decisionsEach = 4

const asin = fc.constantFrom<Asin>('mug', 'mug', 'mug', 'mug', 'mug', 'mug', 'ca mug', 'ca mug', 'pan', 'bag')
const creator = fc.constantFrom(0, 1, 2)
const sub = fc.oneof(
  { weight: 9, arbitrary: fc.constant(null) },
  { weight: 2, arbitrary: creator },
  { weight: 1, arbitrary: fc.constant('foreign' as const) },
)
const tag = fc.constantFrom(null, null, 'tracked', 'other', 'other') as fc.Arbitrary<Row['tag']>
/** Some of these have a fee of half a cent. */
const cents = fc.constantFrom(50, 90, 110, 1_003)

/**
 * Visits of readers, of programs and of owners; crowds of networks; presses without a view, or with another product's.
 */
const visit = fc.record({
  round: fc.oneof(fc.nat(rounds.length - 1), fc.constantFrom(5, 6, 8, 9, 10, 11, 13, 14)),
  asin: fc.constantFrom<Asin>('mug', 'mug', 'mug', 'ca mug', 'ca mug', 'pan'),
  creator,
  kind: fc.constantFrom('view', 'visit', 'visit', 'press') as fc.Arbitrary<'view' | 'visit' | 'press'>,
  who: fc.constantFrom('reader', 'reader', 'reader', 'reader', 'owner', 'bot') as fc.Arbitrary<Click['who']>,
  network: fc.nat(2),
  networks: fc.constantFrom(1, 1, 1, 2, 4, 5),
  agent: fc.nat(1),
  /** Which earlier view in the list a press names. */
  names: fc.option(fc.nat(5)),
})
type Visit = typeof visit extends fc.Arbitrary<infer T> ? T : never
/** Only the owner visits, signed in or not. */
const byOwner = (one: Visit, nth: number): Visit => ({
  ...one,
  creator: 0,
  who: nth === 0 ? 'owner' : one.who,
  kind: one.kind === 'press' ? 'view' : one.kind,
  network: 0,
  networks: 1,
  agent: 0,
})
/** As if each creator of an item had been visited alike, at the same moments and from as many networks. */
const tied = (one: Visit): Visit[] => creators.map((of) => ({ ...one, creator: of }))
/** Many browsers of one network at one moment. */
const flood = fc.record({ round: fc.nat(rounds.length - 1), creator })
const floodNetwork = 7

function clicksOf(visits: Visit[], flooding: { round: number; creator: number } | null): Click[] {
  const clicks: Click[] = []
  let events = 0
  const pair = (click: Omit<Click, 'kind' | 'event'>, isPressed: boolean) => {
    const event = events++
    clicks.push({ ...click, kind: 'view', event })
    if (isPressed) clicks.push({ ...click, kind: 'outbound', event })
  }
  for (const { kind, networks, names, network: first, asin: item, creator: owner, ...rest } of visits) {
    const owners = ownersOf[item]
    const product = { creator: owners[owner % owners.length] as number, asin: item }
    const click = { ...rest, product, network: first }
    if (kind === 'press') clicks.push({ ...click, kind: 'outbound', event: nameable(clicks, click, names) })
    else
      for (let network = 0; network < networks; network++)
        pair({ ...click, network: first + network }, kind === 'visit')
  }
  if (flooding)
    for (let agent = 0; agent < 8; agent++) {
      const product = { creator: flooding.creator, asin: 'mug' as const }
      pair({ round: flooding.round, product, who: 'reader', network: floodNetwork, agent }, true)
    }
  return clicks
}

/** A view that a press may name: which of two browsers' presses of one moment came first is not known. */
function nameable(
  clicks: Click[],
  { round, who, network, agent }: Omit<Click, 'kind' | 'event'>,
  names: number | null,
): number | null {
  const views = clicks.filter(({ kind }) => kind === 'view')
  const view = names === null ? undefined : views.at(-1 - (names % Math.max(1, views.length)))
  if (!view) return null
  const timeOf = (of: number) => Date.parse(rounds[of] as string)
  const isLate = timeOf(view.round) - timeOf(round) > 5 * 60_000
  const isAlike = (one: Click) => one.who === who && one.network === network && one.agent === agent
  const isTaken = clicks.some(
    (one) => one.kind === 'outbound' && one.event === view.event && one.round === round && !isAlike(one),
  )
  return isLate || isTaken ? null : view.event
}

/** What a file says of a sale that other files may report too. */
const version = fc.record({
  what: fc.constantFrom('same', 'same', 'same', 'gone', 'more', 'twice'),
  status: fc.constantFrom<Row['status']>('pending', 'shipped', 'shipped', 'cancelled', 'returned'),
  by: fc.constantFrom(10, 20),
  sub,
  isReportedAgain: fc.constantFrom(false, false, false, true),
  back: fc.constantFrom(null, 'reversed', 'reversed', 'partly') as fc.Arbitrary<Row['back']>,
  backs: fc.constantFrom(1, 1, 2),
  amount: fc.constantFrom(20, 30),
  isBackAlone: fc.boolean(),
  /** Another row of its id: equal, or of another product or sub tag, for more or less. */
  beside: fc.constantFrom(null, null, null, 'equal', 'asin', 'sub') as fc.Arbitrary<
    null | 'equal' | 'asin' | 'sub'
  >,
  besideBy: fc.constantFrom(-7, 7),
  besideSub: sub,
})
type Version = typeof version extends fc.Arbitrary<infer T> ? T : never

const sale = fc.record({ asin, sub, tag, cents, pieces: fc.constantFrom(1, 1, 2) })
/** Mostly on the days for which their format pays. */
const folioDay = fc.constantFrom(0, 1, 2, 3, 1, 2, 3, 4, 5)
const feeDay = fc.constantFrom(2, 3, 4, 5, 6, 4, 5, 6, 4)
const folioSale = fc.record({ sale, day: folioDay, hasTime: fc.boolean() })
const feeSale = fc.record({ sale, day: feeDay })
/** The tags of an order that a row of Fee-Earnings for the same sale may lack. */
const lack = fc.record({ sub: fc.boolean(), tag: fc.boolean() })
/** All of one key, so that rows are restated and returns find purchases. */
const alikeOf = (asin: Home, of: 'tracked' | 'other') => ({ asin, tag: of })
type Home = 'mug' | 'ca mug'
/** Items as they are, or the mugs of both marketplaces in place of each other. */
const atHome =
  (home: Home) =>
  (asin: Asin): Asin => {
    if (home === 'mug') return asin
    return asin === 'mug' ? 'ca mug' : asin === 'ca mug' ? 'mug' : asin
  }
const feeReturn = fc.record({
  day: feeDay,
  sub: fc.constantFrom(null, 0, 1),
  // One piece and two, of the products that are bought here.
  cents: fc.constantFrom(-50, -90, -200, -45, -55, -502),
  pieces: fc.constantFrom(1, 1, 1, 2),
})

/** Rows of Fee-Orders, mostly with the key that returns and restated rows have. */
const orderedItem = fc.record({
  day: fc.integer({ min: 1, max: 5 }),
  asin: fc.constantFrom<Asin>('mug', 'mug', 'mug', 'ca mug', 'ca mug', 'pan'),
  tag: fc.constantFrom('other', 'other', 'tracked') as fc.Arbitrary<Row['tag']>,
})
const toOrderedRow = (item: Pick<Row, 'day' | 'asin' | 'tag'>): Row =>
  toFeeRow({ ...item, sub: null, cents: 0, pieces: 1 }, item.day)

/** Each with its weight. */
export const chances = <T>(...of: [number, T][]) =>
  fc.oneof(...of.map(([weight, value]) => ({ weight, arbitrary: fc.constant(value) })))

/** What distinguishes one history of these files from others. */
export const history = (specs: FileSpec[]): fc.Arbitrary<History> =>
  fc
    .record({
      visits: fc.array(visit, { maxLength: 9 }),
      items: fc.array(orderedItem, { maxLength: 4 }),
      isByOwner: chances([4, false], [1, true]),
      isTied: chances([4, false], [1, true]),
      /** The marketplace in which most is bought, and all of one key. */
      home: chances<Home>([3, 'mug'], [2, 'ca mug']),
      alikeTag: chances<'tracked' | 'other'>([2, 'other'], [1, 'tracked']),
      flooding: fc.option(flood, { freq: 4 }),
      folio: fc.array(folioSale, { minLength: 0, maxLength: 2 }),
      fee: fc.array(feeSale, { minLength: 1, maxLength: 4 }),
      isAlike: fc.boolean(),
      hasReturns: fc.boolean(),
      /**
       * Whether ids have several rows: then no status says that all came back, since it would cover only some of their
       * pieces.
       */
      hasBeside: fc.boolean(),
      /** Whether rows of Fee-Earnings report sales of the CSV. */
      hasDuplicates: fc.boolean(),
      lacks: fc.array(lack, { minLength: 4, maxLength: 4 }),
      duplicates: fc.array(
        fc.constantFrom('same_sale', 'same_sale', 'two_sales') as fc.Arbitrary<DuplicateChoice>,
        {
          minLength: 4,
          maxLength: 4,
        },
      ),
      backs: fc.uniqueArray(feeReturn, { selector: ({ day }) => day, minLength: 1, maxLength: 3 }),
      versions: fc.array(fc.array(version, { minLength: 7, maxLength: 7 }), {
        minLength: specs.length,
        maxLength: specs.length,
      }),
      decisions: fc.array(
        fc.record({
          what: fc.constantFrom(
            'assign',
            'unassign',
            'unassign',
            'decide',
            'decide',
            'decide_group',
            'accept',
            'answer',
            'answer',
            'duplicate',
            'duplicate',
          ) as fc.Arbitrary<History['decisions'][number]['what']>,
          order: fc.nat(5),
          creator: fc.option(creator, { freq: 4 }),
        }),
        { minLength: decisionsEach, maxLength: decisionsEach },
      ),
    })
    .map(
      ({
        visits,
        isByOwner,
        isTied,
        home,
        alikeTag,
        flooding,
        items,
        folio,
        fee,
        isAlike,
        hasReturns,
        hasBeside,
        hasDuplicates,
        lacks,
        duplicates,
        backs,
        versions,
        decisions,
      }) => {
        const at = atHome(home)
        const seen = visits.map((one) => ({ ...one, asin: at(one.asin) }))
        const returns = hasReturns ? backs : []
        const ordered = hasDuplicates && folio.length === 0 ? fee.slice(0, 1).map(early) : folio
        const shipped = fee.map(({ sale: sold, day }, nth) => {
          const { sale: other } = ordered[nth % ordered.length] ?? { sale: sold }
          return toFeeRow(hasDuplicates ? lacking(other, lacks[nth]) : sold, day)
        })
        const reported = [...ordered.map(toFolioRow), ...shipped].map((row) => ({
          ...row,
          asin: at(row.asin),
        }))
        const isOfOneKey = isAlike || hasReturns
        const alike = alikeOf(home, alikeTag)
        const sales = reported.map((row) =>
          isOfOneKey && (hasDuplicates || !row.id) ? { ...row, ...alike } : row,
        )
        const has = { hasReturns, hasBeside, hasDuplicates }
        return {
          clicks: isByOwner
            ? clicksOf(seen.map(byOwner), null)
            : clicksOf(isTied ? seen.flatMap(tied) : seen, flooding),
          rows: specs.map((spec, index) => {
            const of = versions[index] ?? []
            if (spec.format === 'fee_orders')
              return rowsIn(
                spec,
                items
                  .filter((_, nth) => of[nth]?.what !== 'gone')
                  .map((item) => toOrderedRow({ ...item, asin: at(item.asin) })),
              )
            const bought = sales.flatMap((row, nth) => versionOf(row, of[nth], has))
            const back = returns
              .filter((_, nth) => of[nth]?.what !== 'gone')
              .map(({ day, ...rest }) => toFeeRow({ ...alike, ...rest }, day))
            const own = rowsIn(spec, bought)
            const distinct = hasDuplicates ? oneOfAmount(own) : own
            return [...(hasReturns ? oneOfEach(distinct) : distinct), ...rowsIn(spec, back)]
          }),
          decisions,
          duplicates,
        }
      },
    )

type Sale = Pick<Row, 'asin' | 'sub' | 'tag' | 'cents' | 'pieces'>
const toFolioRow = (
  { sale: sold, ...rest }: { sale: Sale; day: number; hasTime: boolean },
  nth: number,
): Row => ({
  ...sold,
  back: null,
  ...rest,
  id: 'ab'[nth] as string,
  status: 'shipped',
})
const toFeeRow = (sold: Sale, day: number): Row => ({
  ...sold,
  back: null,
  day,
  id: null,
  hasTime: false,
  status: sold.cents < 0 ? 'returned' : 'shipped',
})

const early = <T>(sold: T) => ({ ...sold, day: 1, hasTime: false })

/** The rows of Fee-Earnings for sales of the CSV. */
const lacking = (sold: Sale, lacks: { sub: boolean; tag: boolean } | undefined): Sale => ({
  ...sold,
  ...(lacks?.sub && { sub: null }),
  ...(lacks?.tag && { tag: null }),
})

type Has = { hasReturns: boolean; hasBeside: boolean; hasDuplicates: boolean }

function versionOf(row: Row, said: Version | undefined, has: Has): Row[] {
  const { hasReturns, hasBeside, hasDuplicates } = has
  // Sales in both formats change less, or they would seldom match.
  if (said && hasDuplicates && said.by === 10)
    return versionOf(row, { ...said, by: 20, what: 'same', isReportedAgain: false, status: 'shipped' }, has)
  if (!said || said.what === 'gone') return []
  const cents = said.what === 'more' ? row.cents + said.by : row.cents
  if (row.id === null) return said.what === 'twice' && !hasReturns ? [row, row] : [{ ...row, cents }]
  const reported = { ...row, cents, ...(said.isReportedAgain && { sub: said.sub }) }
  // A status says that all of it came back; rows of their own say that a part did.
  if (!hasReturns && !hasBeside) return [{ ...reported, status: said.status }]
  if (!hasReturns) {
    const bought = { ...reported, status: said.status === 'returned' ? ('cancelled' as const) : said.status }
    return [bought, ...besideOf(bought, said)]
  }
  const isPartial = said.back === 'partly' && row.pieces > 1
  const back = said.back === 'partly' && !isPartial ? null : said.back
  const returned = { ...reported, back, pieces: 1, cents: said.amount }
  const returns = back ? Array.from({ length: said.backs }, () => returned) : []
  return said.isBackAlone && back === 'reversed' ? returns : [reported, ...returns]
}

/** Further rows of an id, for which an admin is asked how they count. */
function besideOf(row: Row, { beside, besideBy, besideSub }: Version): Row[] {
  if (beside === null) return []
  if (beside === 'equal') return [row]
  const other = { ...row, cents: row.cents + besideBy }
  // The British marketplace has one product.
  if (beside === 'sub' || row.asin === 'ca mug') return [{ ...other, sub: besideSub }]
  return [{ ...other, asin: row.asin === 'mug' ? 'pan' : 'mug' }]
}

/** Nothing says from which of two purchases of one day a return takes first. */
const oneOfEach = (rows: Row[]) =>
  rows.filter(
    (row, index) =>
      row.id !== null ||
      rows.findIndex((one) => !one.id && one.day === row.day && one.sub === row.sub) === index,
  )

/** Nothing says which of two rows of one day and amount may be an order's duplicate. */
const oneOfAmount = (rows: Row[]) =>
  rows.filter(
    (row, index) =>
      row.id !== null ||
      rows.findIndex(
        (one) => !one.id && one.day === row.day && one.asin === row.asin && one.cents === row.cents,
      ) === index,
  )

/** Those of its marketplace, format and days, with sub tags of ours only where it has any. */
const rowsIn = ({ format, market, days: covered, isTagged }: FileSpec, rows: Row[]): Row[] =>
  rows
    .filter((row) => marketOf(row.asin) === market && (row.id !== null) === (format === 'folio_csv'))
    .filter((row) => covered.includes(row.day))
    .map((row) => (isTagged || typeof row.sub !== 'number' ? row : { ...row, sub: null }))
