import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { type Kysely, sql } from 'kysely'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { post as postEarnings, signUpPayee } from '../../../src/earnings/testing/ledger.ts'
import type { DB } from '../../../src/platform/database/schema.ts'
import { insertOrder, type ProductRow } from '../../harness/factories.ts'
import { fitsItsWidth, flawsInEveryLook, flawsOf } from '../helpers/looks.ts'
import { callsTo, post } from '../helpers/shelf.ts'
import { setStage } from '../helpers/stage.ts'
import { addressOf, desktop, goWithin, open, phone, visitor } from '../helpers/visitors.ts'

const stage = setStage()
let theo: Awaited<ReturnType<typeof signUpPayee>>
let kettle: ProductRow

beforeAll(async () => {
  theo = await signUpPayee(stage.app)
  kettle = await post(stage.app, theo, { title: 'Kettle', asin: 'B0KETTLE01' })
  await fourOrders()
})

const pageFor = async (address: string, { viewport = desktop } = {}) =>
  open(
    await visitor(stage.browser, stage.app, { as: theo, viewport, browser: { timezoneId: 'UTC' } }),
    address,
  )

const why = (page: Page, title: string) => page.getByRole('button', { name: `Why this amount for ${title}` })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

type Order = { id: string; asin: string; title: string; status?: string; quantity?: number }

/** An order in a report, of the third of November. */
async function order(db: Kysely<DB>, { id, asin, title, status = 'shipped', quantity = 1 }: Order) {
  await insertOrder(db, { id, asin })
  await db
    .updateTable('amazon_orders')
    .set({
      product_title: title,
      order_status: status,
      quantity,
      order_date: '2026-11-03',
      ordered_at: new Date('2026-11-03T14:19:00Z'),
    })
    .where('order_item_id', '=', id)
    .execute()
}

type Match = { confidence?: string; note?: string; evidence?: Record<string, unknown> }

/** How the order came to be the creator's. */
const match = (db: Kysely<DB>, id: string, { confidence = 'high', note, evidence = {} }: Match) =>
  db
    .updateTable('order_matches')
    .set({
      confidence,
      note_to_creator: note,
      evidence: sql`${JSON.stringify(evidence)}::jsonb`,
      is_decided: confidence === 'manual',
    })
    .where('order_item_id', '=', id)
    .execute()

/**
 * Earnings of October; in November an own purchase, another item bought and returned, and an order assigned by hand.
 */
async function fourOrders() {
  const { db } = stage.app.database
  const at = (day: string) => new Date(`${day}T10:00:00Z`)
  await order(db, { id: '112-1', asin: 'B0KETTLE01', title: 'Gooseneck kettle' })
  await order(db, { id: '112-2', asin: 'B0TOTE0001', title: 'Canvas tote', status: 'returned', quantity: 2 })
  await order(db, { id: '112-3', asin: 'B0VASE0001', title: 'Ripple vase' })
  const rows = { productId: kettle.id, availableOn: '2026-02-01' }
  const click = {
    click_kind: 'outbound',
    clicked_at: '2026-11-03T14:02:00Z',
    short_link_id: kettle.shortLinkId,
  }
  await postEarnings(stage.app, theo, [
    { ...rows, gross: 1000, at: new Date('2026-10-31T23:59:59Z'), title: 'Lamp' },
    { ...rows, order: '112-2', gross: 444, at: at('2026-11-04'), evidence: click },
    {
      order: '112-3',
      gross: 60,
      at: at('2026-11-12'),
      availableOn: '2099-01-29',
      rule: 'manual',
      reason: 'You sent us the receipt.',
    },
    { ...rows, order: '112-2', gross: -444, at: at('2026-11-15'), type: 'return', pair: 2, evidence: click },
    { ...rows, order: '112-1', gross: 420, at: at('2026-11-18'), rule: 'outbound_24h', evidence: click },
  ])
  await match(db, '112-1', { evidence: { rule: 'outbound_24h', ...click } })
  await match(db, '112-2', { confidence: 'medium', evidence: { rule: 'sub_tag', ...click } })
  await match(db, '112-3', {
    confidence: 'manual',
    note: 'You sent us the receipt.',
    evidence: { rule: 'manual' },
  })
}

/** That the statements are linked from here, are right, and are printed alone. */
async function showsStatements(page: Page) {
  await page.getByRole('link', { name: 'Statements' }).click()
  await page.getByRole('heading', { level: 1, name: 'Statements' }).waitFor()
  const months = page.getByRole('list', { name: 'Months' }).getByRole('listitem')
  await months.first().waitFor()
  expect(await months.allTextContents()).toEqual(['November 20264 rows$3.84', 'October 20261 row$8.00'])
  await months.first().getByRole('link').click()

  await page.getByRole('heading', { level: 1, name: 'November 2026' }).waitFor()
  expect(addressOf(page)).toBe('/earnings/statement/2026-11')
  await page.getByText(`Payee Maya Okafor @${theo.username}`).waitFor()
  expect(await page.getByText(theo.payeeId).count()).toBe(0)
  const amounts = await page.locator('article dl').allTextContents()
  expect(amounts).toEqual([
    'Opening balance$8.00Commissions$7.39Returns−$3.55Adjustments$0.00Closing balance$11.84',
    'Gross commission$4.80Platform fee−$0.96You earn$3.84',
    'Posted$3.36Pending$0.48',
  ])
  const rows = page.locator('article tbody tr')
  expect(await rows.count()).toBe(4)
  expect(await rows.nth(2).locator('th, td').allInnerTexts()).toEqual([
    'Nov 15',
    'Canvas tote\nreturn, posted · B0TOTE0001',
    '−$4.44',
    '$0.89',
    '−$3.55',
  ])
  expect(await flawsInEveryLook(page, desktop, phone)).toEqual({})
  for (const viewport of [desktop, phone]) {
    await page.setViewportSize(viewport)
    expect(await fitsItsWidth(page)).toBe(true)
  }

  // On paper, A4 or Letter, there is only the statement.
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '')
  })
  await button(page, 'Print').click()
  expect(await page.locator('body[data-printed]').count()).toBe(1)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  const title = page.getByRole('heading', { level: 1 })
  expect(await title.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(31, 27, 22)')
  for (const width of [794, 816]) {
    await page.setViewportSize({ width, height: 1_000 })
    expect(await page.getByRole('navigation').filter({ visible: true }).count()).toBe(0)
    expect(await page.getByRole('banner').filter({ visible: true }).count()).toBe(0)
    expect(await button(page, 'Print').isVisible()).toBe(false)
    expect(await fitsItsWidth(page)).toBe(true)
    expect(await rows.nth(2).locator('td').nth(1).isVisible()).toBe(true)
  }
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' })
  await page.setViewportSize(desktop)
  await page.goBack()
  await months.first().waitFor()

  await goWithin(page, '/earnings/statement/2026-13')
  await page.getByRole('heading', { level: 1, name: 'No such month' }).waitFor()
  await page.getByRole('link', { name: 'All months' }).click()
  await page.getByRole('list', { name: 'Months' }).waitFor()
}

describe('Earnings history (docs/product/earnings.md#history)', () => {
  it('shows the rows of the ledger, why each is what it is, and a statement for each month, to print', async () => {
    const page = await pageFor('/earnings?view=entries')
    const table = page.getByRole('table', { name: 'Earnings history' })
    await table.waitFor()
    await page.getByText('Latest 50').waitFor()
    const rows = table.getByRole('row').filter({ has: page.getByRole('cell') })
    const cells = (row: number) => rows.nth(row).locator('th, td').allTextContents()
    expect(await table.locator('[scope=rowgroup]').allTextContents()).toEqual([
      'November 2026 4 rows $3.84',
      'October 2026 1 row $8.00',
    ])
    expect(await cells(0)).toEqual([
      'Gooseneck kettleB0KETTLE01 · Why this amount for Gooseneck kettle',
      'commission',
      'high',
      'posted',
      '$4.20',
      '−$0.84',
      '$3.36',
      'Nov 18',
    ])
    expect((await cells(1)).slice(1)).toEqual([
      'return',
      'medium',
      'posted',
      '−$4.44',
      '$0.89',
      '−$3.55',
      'Nov 15',
    ])
    expect((await cells(2)).slice(1, 4)).toEqual(['commission', 'manual', 'pending'])

    // Loaded at the focus, before the press, and only once; opened by keyboard; the focus stays.
    const asked = callsTo(page, /\/me\/ledger\/[0-9a-f-]{36}$/)
    const kettles = why(page, 'Gooseneck kettle')
    await kettles.focus()
    await expect.poll(() => asked.length).toBe(1)
    expect(await kettles.getAttribute('aria-expanded')).toBe('false')
    await page.keyboard.press('Enter')
    const trace = page.locator('ol').filter({ hasText: 'Click on your link' })
    await expect
      .poll(() => trace.getByRole('listitem').allTextContents())
      .toEqual([
        'Click on your link to KettleNov 3, 2:02 pm',
        'Order of Gooseneck kettle, 1 item, same productNov 3, 2:19 pmIn the 24 hours before the order, only your links led to this product at Amazon.',
        'Posted after Amazon paidFeb 1',
      ])
    await page.getByText('Platform fee (20%)').waitFor()
    expect(await kettles.getAttribute('aria-expanded')).toBe('true')
    expect(await page.locator(`[id="${await kettles.getAttribute('aria-controls')}"]`).count()).toBe(1)
    expect(await kettles.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.press('Space')
    await trace.waitFor({ state: 'detached' })
    await page.keyboard.press('Space')
    await trace.waitFor()
    expect(asked).toHaveLength(1)
    await page.getByText('Technical details').click()
    await page.getByText('5 of your ledger').waitFor()
    await kettles.click()

    // Another item, sent back: the sum of the order's rows.
    await why(page, 'Canvas tote').first().click()
    await page
      .getByText('They bought something else after your link. The order came with your link’s own mark.')
      .waitFor()
    await page.getByText('The buyer sent it back, so Amazon pays no commission for it.').waitFor()
    await page.getByText('2 items, another product').waitFor()
    const ofOrder = page.getByRole('table', { name: 'All rows of this order' }).locator('tr')
    expect(await ofOrder.allTextContents()).toEqual([
      'Nov 4commission, posted$3.55',
      'Nov 15return, posted (this row)−$3.55',
      'Together$0.00',
    ])

    await why(page, 'Ripple vase').click()
    await page.getByText('Assigned to you by hand. “You sent us the receipt.”').waitFor()
    await page.getByText('until Jan 29, 2099').waitFor()
    expect(await flawsOf(page)).toEqual([])
    await showsStatements(page)
  })
})

describe('the ledger as a file', () => {
  it('is saved as JSON and as CSV, which the program from the page verifies (docs/product/earnings.md#for-your-records)', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'folio-ledger-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const page = await pageFor('/my-folio/transfer', { viewport: phone })
    const saved = async (start: ReturnType<typeof button>) => {
      const [download] = await Promise.all([page.waitForEvent('download'), start.click()])
      const file = path.join(folder, download.suggestedFilename())
      await download.saveAs(file)
      return file
    }
    const savedAs = async (format: string) => {
      const file = await saved(button(page, `Ledger as ${format.toUpperCase()}`))
      expect(path.basename(file)).toMatch(new RegExp(`^folio-ledger-\\d{4}-\\d\\d-\\d\\d\\.${format}$`))
      expect((await readFile(file, 'utf8')).match(/112-\d/g)).toEqual(['112-2', '112-3', '112-2', '112-1'])
      return file
    }
    await savedAs('json')
    await goWithin(page, '/earnings')
    const ledger = await savedAs('csv')
    const program = await saved(page.getByRole('link', { name: 'this small program' }))
    expect(path.basename(program)).toBe('check-ledger.mjs')
    const { stdout } = await promisify(execFile)(process.execPath, [program, ledger])
    expect(stdout).toContain('All 5 rows of 4 orders are as they were posted.')
  })
})
