import fc from 'fast-check'
import {
  type Batch,
  type Click,
  days,
  type Early,
  type FileSpec,
  feeBpsOf,
  feeDays,
  firstReport,
  folioDays,
  type History,
  type Row,
  rounds,
  type Step,
  together,
} from './world.ts'

const decisionsEach = 4

const asin = fc.constantFrom<Row['asin']>('mug', 'mug', 'mug', 'mug', 'mug', 'mug', 'pan', 'bag')
const creator = fc.constantFrom(0, 1, 2)
const sub = fc.oneof(
  { weight: 9, arbitrary: fc.constant(null) },
  { weight: 2, arbitrary: creator },
  { weight: 1, arbitrary: fc.constant('foreign' as const) },
)
const tag = fc.constantFrom(null, null, 'tracked', 'other', 'other') as fc.Arbitrary<Row['tag']>
/** Of some of these a share is half a cent. */
const cents = fc.constantFrom(50, 90, 110, 1_003)

/** Visits of readers, of programs and of owners; crowds of networks; presses without a view, or with another's. */
const visit = fc.record({
  round: fc.oneof(fc.nat(rounds.length - 1), fc.constantFrom(5, 6, 8, 9, 10, 11, 13, 14)),
  asin: fc.constantFrom('mug', 'mug', 'mug', 'pan') as fc.Arbitrary<'mug' | 'pan'>,
  creator,
  kind: fc.constantFrom('view', 'visit', 'visit', 'press') as fc.Arbitrary<'view' | 'visit' | 'press'>,
  who: fc.constantFrom('reader', 'reader', 'reader', 'reader', 'owner', 'bot') as fc.Arbitrary<Click['who']>,
  network: fc.nat(2),
  networks: fc.constantFrom(1, 1, 1, 2, 4, 5),
  agent: fc.nat(1),
  /** Which view before it in the list a press names. */
  names: fc.option(fc.nat(5)),
})
type Visit = typeof visit extends fc.Arbitrary<infer T> ? T : never
/** As if nobody had looked but the owner, signed in or not. */
const byOwner = (one: Visit, nth: number): Visit => ({
  ...one,
  creator: 0,
  who: nth === 0 ? 'owner' : one.who,
  kind: one.kind === 'press' ? 'view' : one.kind,
  network: 0,
  networks: 1,
  agent: 0,
})
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
    const product = { creator: item === 'pan' ? 0 : owner, asin: item }
    const click = { ...rest, product, network: first }
    if (kind === 'press')
      clicks.push({ ...click, kind: 'outbound', event: nameable(clicks, rest.round, names) })
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

/** A view that a press may name: which of two presses of one moment was first is not known. */
function nameable(clicks: Click[], round: number, names: number | null): number | null {
  const views = clicks.filter(({ kind }) => kind === 'view')
  const view = names === null ? undefined : views.at(-1 - (names % Math.max(1, views.length)))
  if (!view) return null
  const timeOf = (of: number) => Date.parse(rounds[of] as string)
  const isLate = timeOf(view.round) - timeOf(round) > 5 * 60_000
  const isTaken = clicks.some(
    (one) => one.kind === 'outbound' && one.event === view.event && one.round === round,
  )
  return isLate || isTaken ? null : view.event
}

/** What files of a format tell of. */
const daysOf: Record<FileSpec['format'], number[][]> = {
  folio_csv: [folioDays],
  fee_earnings: [feeDays, feeDays, [3], [4], [3, 4], [4, 5]],
  fee_orders: [
    [1, 2, 3, 4],
    [2, 3],
    [3, 4],
    [0, 4],
  ],
}
const files = (format: FileSpec['format'], count: number): fc.Arbitrary<FileSpec[]> =>
  fc.array(
    fc.record({
      format: fc.constant(format),
      asOf: fc.nat(1_000),
      days: fc.constantFrom(...daysOf[format]),
      isTagged: fc.constantFrom(false, false, false, true),
      isSplit: fc.constantFrom(false, false, true),
      shuffle: fc.nat(1_000),
      counts: fc.constantFrom<FileSpec['counts']>('once', 'each'),
      retold: fc.constantFrom<FileSpec['retold']>('same_return', 'another_return'),
    }),
    { minLength: count, maxLength: count },
  )

/** What a file says of a sale that others may say, too. */
const version = fc.record({
  what: fc.constantFrom('same', 'same', 'same', 'gone', 'more', 'twice'),
  status: fc.constantFrom<Row['status']>('pending', 'shipped', 'shipped', 'cancelled', 'returned'),
  by: fc.constantFrom(10, 20),
  sub,
  isRetold: fc.constantFrom(false, false, false, true),
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
const folioSale = fc.record({ sale, day: fc.constantFrom(...folioDays), hasTime: fc.boolean() })
const feeSale = fc.record({ sale, day: fc.constantFrom(...feeDays) })
/** All of one key, so that rows are restated and returns find purchases. */
const alike = { asin: 'mug' as const, tag: 'other' as const }
const feeReturn = fc.record({
  day: fc.constantFrom(...feeDays),
  sub: fc.constantFrom(null, 0, 1),
  cents: fc.constantFrom(-50, -90, -200),
})

/** Of Fee-Orders, mostly of the key that returns and restated rows have. */
const orderedItem = fc.record({
  day: fc.nat(4),
  asin: fc.constantFrom('mug', 'mug', 'mug', 'pan') as fc.Arbitrary<Row['asin']>,
  tag: fc.constantFrom('other', 'other', 'tracked') as fc.Arbitrary<Row['tag']>,
})
const toOrderedRow = (item: Pick<Row, 'day' | 'asin' | 'tag'>): Row =>
  toFeeRow({ ...item, sub: null, cents: 0, pieces: 1 }, item.day)

/** Each with its weight. */
const chances = <T>(...of: [number, T][]) =>
  fc.oneof(...of.map(([weight, value]) => ({ weight, arbitrary: fc.constant(value) })))

const history = (specs: FileSpec[]): fc.Arbitrary<History> =>
  fc
    .record({
      visits: fc.array(visit, { maxLength: 9 }),
      ordered: fc.array(orderedItem, { maxLength: 4 }),
      isByOwner: chances([4, false], [1, true]),
      flooding: fc.option(flood, { freq: 4 }),
      folio: fc.array(folioSale, { minLength: 0, maxLength: 2 }),
      fee: fc.array(feeSale, { minLength: 1, maxLength: 4 }),
      isAlike: fc.boolean(),
      hasReturns: fc.boolean(),
      /** Whether ids have several rows: then no status says that all came back, since it would be of some of their pieces. */
      hasBeside: fc.boolean(),
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
        flooding,
        ordered,
        folio,
        fee,
        isAlike,
        hasReturns,
        hasBeside,
        backs,
        versions,
        decisions,
      }) => {
        const returns = hasReturns ? backs : []
        const told = [...folio.map(toFolioRow), ...fee.map(({ sale: sold, day }) => toFeeRow(sold, day))]
        const sales = isAlike || hasReturns ? told.map((row) => (row.id ? row : { ...row, ...alike })) : told
        return {
          clicks: isByOwner ? clicksOf(visits.map(byOwner), null) : clicksOf(visits, flooding),
          rows: specs.map((spec, index) => {
            const of = versions[index] ?? []
            if (spec.format === 'fee_orders')
              return rowsIn(spec, ordered.filter((_, nth) => of[nth]?.what !== 'gone').map(toOrderedRow))
            const bought = sales.flatMap((row, nth) => versionOf(row, of[nth], { hasReturns, hasBeside }))
            const back = returns
              .filter((_, nth) => of[nth]?.what !== 'gone')
              .map(({ day, ...rest }) => toFeeRow({ ...alike, ...rest, pieces: 1 }, day))
            const own = rowsIn(spec, bought)
            return [...(hasReturns ? oneOfEach(own) : own), ...rowsIn(spec, back)]
          }),
          decisions,
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

type Has = { hasReturns: boolean; hasBeside: boolean }

function versionOf(row: Row, said: Version | undefined, { hasReturns, hasBeside }: Has): Row[] {
  if (!said || said.what === 'gone') return []
  const cents = said.what === 'more' ? row.cents + said.by : row.cents
  if (row.id === null) return said.what === 'twice' && !hasReturns ? [row, row] : [{ ...row, cents }]
  const told = { ...row, cents, ...(said.isRetold && { sub: said.sub }) }
  // That all of it came back is told by a status; what came back of it by rows of its own.
  if (!hasReturns && !hasBeside) return [{ ...told, status: said.status }]
  if (!hasReturns) {
    const bought = { ...told, status: said.status === 'returned' ? ('cancelled' as const) : said.status }
    return [bought, ...besideOf(bought, said)]
  }
  const isPartial = said.back === 'partly' && row.pieces > 1
  const back = said.back === 'partly' && !isPartial ? null : said.back
  const returned = { ...told, back, pieces: 1, cents: said.amount }
  const returns = back ? Array.from({ length: said.backs }, () => returned) : []
  return said.isBackAlone && back === 'reversed' ? returns : [told, ...returns]
}

/** Rows of one id beside the first, of which it is asked how they count. */
function besideOf(row: Row, { beside, besideBy, besideSub }: Version): Row[] {
  if (beside === null) return []
  if (beside === 'equal') return [row]
  const other = { ...row, cents: row.cents + besideBy }
  return [
    beside === 'sub' ? { ...other, sub: besideSub } : { ...other, asin: row.asin === 'mug' ? 'pan' : 'mug' },
  ]
}

/** Which of two purchases of one day a return takes from first is said nowhere. */
const oneOfEach = (rows: Row[]) =>
  rows.filter(
    (row, index) =>
      row.id !== null ||
      rows.findIndex((one) => !one.id && one.day === row.day && one.sub === row.sub) === index,
  )

/** Those of its format and days, with sub tags of ours only where it has any. */
const rowsIn = ({ format, days: covered, isTagged }: FileSpec, rows: Row[]): Row[] =>
  rows
    .filter((row) => (row.id !== null) === (format === 'folio_csv') && covered.includes(row.day))
    .map((row) => (isTagged || typeof row.sub !== 'number' ? row : { ...row, sub: null }))

/** Something new, and then the runs that follow it, as a rule. */
const turn = (fileCount: number): fc.Arbitrary<Step[]> => {
  const file = fc.nat(fileCount - 1)
  const event: fc.Arbitrary<Step> = fc.oneof(
    { weight: 5, arbitrary: fc.record({ do: fc.constant('import' as const), file }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('undo' as const), file }) },
    {
      weight: 6,
      arbitrary: fc.record({ do: fc.constant('decide' as const), nth: fc.nat(decisionsEach - 1) }),
    },
    { weight: 1, arbitrary: fc.constant({ do: 'leave' as const }) },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant('pass' as const), days: fc.constantFrom(1, 40, 100) }),
    },
  )
  const runs = fc.tuple(
    chances<Step[]>([4, [{ do: 'match' }]], [1, []]),
    chances<Step[]>(
      [3, [{ do: 'calculate', feeBps: feeBpsOf.usual }]],
      [1, [{ do: 'calculate', feeBps: feeBpsOf.other }]],
      [1, []],
    ),
  )
  return fc
    .tuple(fc.array(event, { minLength: 1, maxLength: 2 }), runs)
    .map(([events, after]) => [...events, ...after.flat()])
}

const ending: Step[] = [{ do: 'match' }, { do: 'calculate', feeBps: feeBpsOf.usual }]

/** Reports that are made on the very day they tell of: their matches are provisional. */
const earlyFiles: { spec: FileSpec; rounds: number[] }[] = [
  { format: 'folio_csv' as const, day: 0 },
  { format: 'fee_earnings' as const, day: 3 },
].map(({ format, day }) => {
  const made = Date.parse(`${days[day]}T20:00:00Z`)
  return {
    spec: {
      format,
      asOf: (made - Date.parse(firstReport)) / 1_000,
      days: [day],
      isTagged: false,
      isSplit: false,
      shuffle: day,
      counts: 'each' as const,
      retold: 'same_return' as const,
    },
    rounds: [...rounds.keys()].filter(
      (round) => Math.abs(Date.parse(rounds[round] as string) - made) < 23 * 3_600_000,
    ),
  }
})

/** Runs while clicks still come, of a file among `first` and those after it. */
const early = (first: number): fc.Arbitrary<Early[]> =>
  fc.uniqueArray(
    fc
      .record({
        file: fc.nat(earlyFiles.length - 1),
        at: fc.nat(20),
        more: chances<Step[]>([2, []], [1, [{ do: 'decide', nth: 0 }]]),
        after: chances<Step[]>([2, ending.slice(1)], [1, []]),
      })
      .map(({ file, at, more, after }): Early => {
        const possible = earlyFiles[file]?.rounds ?? []
        return {
          after: possible[at % possible.length] as number,
          steps: [{ do: 'import', file: first + file }, { do: 'match' }, ...more, ...after],
        }
      }),
    { selector: ({ after }) => after, maxLength: 2 },
  )

/** Histories that share what files there are and when what runs. */
export const batch: fc.Arbitrary<Batch> = fc
  .tuple(files('folio_csv', 2), files('fee_earnings', 3), files('fee_orders', 1))
  .map((specs) => [
    ...specs.flat().map((spec, index) => ({ ...spec, asOf: spec.asOf * 6 + index })),
    ...earlyFiles.map(({ spec }) => spec),
  ])
  .chain((specs) =>
    fc.record({
      files: fc.constant(specs),
      early: early(specs.length - earlyFiles.length),
      steps: fc
        .tuple(fc.nat(1), fc.nat(2), fc.array(turn(specs.length), { minLength: 3, maxLength: 4 }))
        .map(([folio, fee, turns]): Step[] => [
          { do: 'import', file: folio },
          { do: 'import', file: 2 + fee },
          ...turns.flat(),
          ...ending,
        ]),
      histories: fc.array(history(specs), { minLength: together, maxLength: together }),
    }),
  )
