import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { signUp } from '../../../tests/harness/people.ts'
import { randomRuns } from '../../../tests/harness/random-runs.ts'
import { guarded, unguarded } from '../../platform/files/csv.ts'
import { tagsCell, tagsOfCell } from './row.ts'
import { forgetTransfers, transfersOf } from './testing/stage.ts'

let app: TestApp
let ana: ReturnType<typeof transfersOf>
let ben: ReturnType<typeof transfersOf>
beforeAll(async () => {
  app = await startTestApp()
  ana = transfersOf(app, await signUp(app))
  ben = transfersOf(app, await signUp(app))
})
afterAll(() => app.close())

const hostile = [
  '=HYPERLINK("x")',
  "'=1",
  "'tis",
  "''",
  '+1',
  '-1',
  '@x',
  'a\r\nb',
  'a\rb',
  'a\nb',
  '"',
  ',',
  ';\t|',
]
const text = (maxLength: number) =>
  fc
    .oneof(fc.constantFrom(...hostile), fc.string({ maxLength, unit: 'grapheme' }), fc.string({ maxLength }))
    .map((words) => words.replaceAll('\0', '').trim().slice(0, maxLength).toWellFormed())
const orNull = (texts: fc.Arbitrary<string>) => texts.map((words) => words || null)
const tag = text(15).map((words) => words.toLowerCase().normalize('NFC'))
const tags = fc.uniqueArray(tag.filter(Boolean), { maxLength: 5 }).map((all) => (all.length > 0 ? all : null))

const asin = fc.stringMatching(/^B0[A-Z0-9]{8}$/)
const link = fc.oneof(
  fc.record({ asin, shop: fc.constantFrom('com', 'co.uk', 'de', 'co.jp') }).map(({ asin: named, shop }) => ({
    amazon_url: `https://www.amazon.${shop}/dp/${named}`,
    asin: named,
  })),
  asin.map((madeUp) => ({ amazon_url: 'https://amzn.to/3xYzAb', asin: madeUp })),
)
const item = fc
  .record({
    title: text(60),
    description: orNull(text(200)),
    user_comment: orNull(text(100)),
    category: fc.constantFrom(null, 'kitchen', 'home', 'garden'),
    tags,
    image_url: fc.constantFrom(null, '/art/mug.svg'),
    created_at: fc
      .date({ min: new Date('2001-01-01'), max: new Date('2026-01-01'), noInvalidDate: true })
      .map((at) => at.toISOString()),
    link,
  })
  .map(({ link: linked, ...rest }) => ({ ...linked, ...rest, photos: null }))

/** Makes it look as if everyone had deleted everything. */
async function emptyShelves() {
  await app.database.pool.query(`
    delete from product_categories;
    update products set is_categorized = false, deleted_at = created_at`)
}

type Item = { id: string; short_link: string; title: string; created_at: string }
const exported = async (files: typeof ana): Promise<Item[]> => (await files.exported()).body.items
const withoutIds = (items: Item[]) => items.map(({ id, short_link, ...rest }) => rest)

describe('a collection as a file', () => {
  it('can be read back without loss, in another account too, and edited', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(item, { minLength: 1, maxLength: 25 }), async (items) => {
        await emptyShelves()
        await forgetTransfers(app)
        const count = items.length
        expect((await ana.imported({ items })).body).toMatchObject({
          created: count,
          errors: [],
          notices: [],
        })
        const hers = await exported(ana)
        const inOrder = items.toSorted((a, b) => a.created_at.localeCompare(b.created_at))
        expect(withoutIds(hers)).toEqual(inOrder)

        const csv = (await ana.exported('csv')).body
        expect((await ben.imported(csv)).body).toMatchObject({ created: count, errors: [], notices: [] })
        expect(withoutIds(await exported(ben))).toEqual(withoutIds(hers))
        expect((await ana.imported(csv)).body).toMatchObject({ created: 0, updated: 0, unchanged: count })

        const edited = hers.map((one) => ({ ...one, title: `${one.title}!`.trim(), tags: ['edited'] }))
        expect((await ana.imported(edited)).body).toMatchObject({ created: 0, updated: count })
        expect(await exported(ana)).toEqual(edited)
      }),
      randomRuns(12),
    )
  })

  it('has no cell that a spreadsheet would run, and restores each text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.constantFrom(...hostile), fc.string()), (words) => {
        expect(guarded(words)).not.toMatch(/^(?!-\d+(\.\d+)?$)[=+\-@\t\r]/)
        expect(unguarded(guarded(words))).toBe(words)
      }),
    )
    expect(['-5', '-4.20', '-1+1', '+1', '-', '-1e5'].map(guarded)).toEqual([
      ...['-5', '-4.20', "'-1+1", "'+1", "'-", "'-1e5"],
    ])
    expect([unguarded("'tis"), unguarded("'=1"), unguarded("''tis")]).toEqual(["'tis", '=1', "'tis"])
  })

  it('stores any tags in one cell', () => {
    fc.assert(
      fc.property(fc.array(tag.filter(Boolean), { maxLength: 20 }), (all) => {
        expect(tagsOfCell(tagsCell(all))).toEqual(all)
      }),
    )
    expect(tagsOfCell(' home ,"tea, coffee",, 5" screen')).toEqual(['home ', 'tea, coffee', '', '5" screen'])
  })
})
