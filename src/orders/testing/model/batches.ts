import fc from 'fast-check'
import { chances, decisionsEach, history } from './histories.ts'
import {
  type Batch,
  type DuplicateChoice,
  days,
  type Early,
  type FileSpec,
  firstReport,
  type Market,
  rounds,
  type Step,
  together,
} from './world.ts'

/** What reports of a format may say. */
const daysOf: Record<FileSpec['format'], number[][]> = {
  folio_csv: [[...days.keys()]],
  fee_earnings: [[3, 4, 5, 6], [2, 3, 4, 5, 6], [4, 5, 6], [4], [5], [4, 5], [5, 6]],
  fee_orders: [
    [2, 3, 4, 5],
    [3, 4],
    [4, 5],
    [1, 5],
  ],
}
const market = fc.constantFrom<Market>('us', 'us', 'us', 'ca', 'ca')
const files = (format: FileSpec['format'], count: number): fc.Arbitrary<FileSpec[]> =>
  fc.array(
    fc.record({
      format: fc.constant(format),
      market,
      asOf: fc.nat(1_000),
      days: fc.constantFrom(...daysOf[format]),
      isTagged: fc.constantFrom(false, false, false, true),
      isSplit: fc.constantFrom(false, false, true),
      shuffle: fc.nat(1_000),
      isLoud: fc.boolean(),
      counts: fc.constantFrom<FileSpec['counts']>('once', 'each'),
      reportedAgain: fc.constantFrom<FileSpec['reportedAgain']>('same_return', 'another_return'),
      duplicates: fc.constantFrom(
        'each',
        'each',
        'each',
        'same_sale',
        'two_sales',
        'each, given up',
      ) as fc.Arbitrary<FileSpec['duplicates']>,
    }),
    { minLength: count, maxLength: count },
  )

/** The ship date from which Fee-Earnings pays; all reported days are before the last. */
const shipDate = fc.constantFrom(4, 4, 3, 5, 6, 2)
const choice = fc.constantFrom('same_sale', 'two_sales') as fc.Arbitrary<DuplicateChoice>

/** Something new, then usually the runs that follow it. */
const turn = (fileCount: number): fc.Arbitrary<Step[]> => {
  const file = fc.nat(fileCount - 1)
  const sent: fc.Arbitrary<Step> = fc.record({ do: fc.constant('import' as const), file })
  const tracked: fc.Arbitrary<Step> = fc.record({
    do: fc.constant('track' as const),
    market,
    until: fc.constantFrom(3, 4, 5, 6),
  })
  const event: fc.Arbitrary<Step> = fc.oneof(
    { weight: 5, arbitrary: sent },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('undo' as const), file }) },
    {
      weight: 6,
      arbitrary: fc.record({ do: fc.constant('decide' as const), nth: fc.nat(decisionsEach - 1) }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ do: fc.constant('date' as const), market, day: shipDate, duplicates: choice }),
    },
    { weight: 3, arbitrary: tracked },
    { weight: 1, arbitrary: fc.constant({ do: 'leave' as const }) },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant('pass' as const), days: fc.constantFrom(1, 40, 100) }),
    },
  )
  const settle: fc.Arbitrary<Step> = fc.record({
    do: fc.constant('settle' as const),
    nth: fc.nat(5),
    choice: fc.constantFrom<'keep' | 'change'>('keep', 'change'),
  })
  const runs = fc.tuple(
    chances<Step[]>([4, [{ do: 'match' }]], [1, []]),
    fc.array(settle, { maxLength: 1 }),
    chances<Step[]>([3, [{ do: 'calculate', at: 'app' }]], [1, [{ do: 'calculate', at: 'second' }]], [1, []]),
  )
  const ordinary = fc
    .tuple(fc.array(event, { minLength: 1, maxLength: 2 }), runs)
    .map(([events, after]) => [...events, ...after.flat()])
  // What is known of posted orders after they were matched may disagree.
  const late = fc
    .tuple(fc.oneof(sent, tracked, tracked), fc.array(settle, { minLength: 1, maxLength: 2 }))
    .map(([event, settled]): Step[] => [...ending, event, { do: 'match' }, ...settled])
  return fc.oneof({ weight: 3, arbitrary: ordinary }, { weight: 1, arbitrary: late })
}

const ending: Step[] = [{ do: 'match' }, { do: 'calculate', at: 'app' }]

/** Reports that are made on the day of their orders: their matches are provisional. */
const earlyFiles: { spec: FileSpec; rounds: number[] }[] = [
  { format: 'folio_csv' as const, day: 1 },
  { format: 'fee_earnings' as const, day: 4 },
].map(({ format, day }) => {
  const made = Date.parse(`${days[day]}T20:00:00Z`)
  return {
    spec: {
      format,
      market: 'us' as const,
      asOf: (made - Date.parse(firstReport)) / 1_000,
      days: [day],
      isTagged: false,
      isSplit: false,
      shuffle: day,
      isLoud: true,
      counts: 'each' as const,
      reportedAgain: 'same_return' as const,
      duplicates: 'each' as const,
    },
    // A report of the future is refused.
    rounds: [...rounds.keys()].filter((round) => {
      const since = Date.parse(rounds[round] as string) - made
      return since >= 0 && since < 23 * 3_600_000
    }),
  }
})

/** Runs while clicks still come: after a file among `first`, and after later ones. */
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

/** Histories that share the files, and the order of runs. */
export const batch: fc.Arbitrary<Batch> = fc
  .tuple(files('folio_csv', 2), files('fee_earnings', 3), files('fee_orders', 1))
  .map((specs) => [
    ...specs.flat().map((spec, index) => ({ ...spec, asOf: spec.asOf * 6 + index })),
    ...earlyFiles.map(({ spec }) => spec),
  ])
  .chain((specs) =>
    fc.record({
      dated: fc.record({
        us: chances<number | null>([5, 4], [2, 3], [1, 5], [2, null]),
        ca: chances<number | null>([3, 4], [1, 3], [2, null]),
      }),
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
