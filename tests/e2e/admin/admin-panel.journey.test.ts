import { readFile } from 'node:fs/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { feeEarningsText, reportText } from '../../../src/orders/testing/report-text.ts'
import { type Person, signUpAdmin } from '../../harness/people.ts'
import { toastOf } from '../helpers/forms.ts'
import { fitsItsWidth, flawsOf } from '../helpers/looks.ts'
import { callsTo } from '../helpers/shelf.ts'
import { setStage } from '../helpers/stage.ts'
import { goWithin, open, phone, visitor } from '../helpers/visitors.ts'
import { figuresOf, importReport, step } from './admins.ts'

const stage = setStage()
let ada: Person
beforeEach(async () => {
  ada = await signUpAdmin(stage.app)
})

const panel = async (viewport = phone) =>
  open(await visitor(stage.browser, stage.app, { as: ada, viewport }), '/admin')

let reports = 0
/** A report of orders that are in no other report. */
const freshReport = (rows: Parameters<typeof reportText>[0]) => {
  reports += 1
  return reportText(rows.map((row, index) => ({ order_item_id: `${reports}-${index}`, ...row })))
}

describe('the CSV import (docs/product/admin.md#import-step)', () => {
  it('needs text, which stays after failures and reloads, and shows a preview before it takes effect', async () => {
    const page = await panel()
    const part = step(page, 'CSV import')
    const text = part.getByLabel('Commission report')
    await part.getByRole('button', { name: 'Import', exact: true }).click()
    await part.getByText('Please enter CSV data').waitFor()
    expect(await text.evaluate((area) => area === document.activeElement)).toBe(true)

    const report = freshReport([{}, { commission_amount: '1.05' }, { order_date: 'someday' }])
    await text.fill(report)
    const keys: (string | undefined)[] = []
    await page.route('**/api/v1/admin/imports?*', (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      return route.abort()
    })
    await part.getByRole('button', { name: 'Preview' }).click()
    await toastOf(page, 'Import failed').getByText('You appear to be offline').waitFor()
    // It is not known whether it arrived: the same request is sent again.
    await part.getByRole('button', { name: 'Preview' }).click()
    await expect.poll(() => keys).toEqual([keys[0], expect.stringMatching(/^[0-9a-f]{32}$/)])
    expect(keys[1]).toBe(keys[0])
    await page.unroute('**/api/v1/admin/imports?*')
    await page.reload()
    expect(await text.inputValue()).toBe(report.replaceAll('\r\n', '\n'))

    const sent = callsTo(page, /admin\/imports$/)
    await part.getByRole('button', { name: 'Preview' }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await part.getByText('Ready: look over what would change').waitFor()
    // The pressed button is gone, and the focus is here.
    expect(await part.evaluate((section) => section.contains(document.activeElement))).toBe(true)
    expect(sent.filter((call) => call.startsWith('POST'))).toHaveLength(1)
    expect(await figuresOf(part)).toMatchObject({ New: '2', Changed: '0', Unchanged: '0', Withdrawn: '0' })
    await part.getByText('Line 4, order_date').waitFor()
    expect(await flawsOf(page)).toEqual([])
    expect(await fitsItsWidth(page)).toBe(true)
    const download = page.waitForEvent('download')
    await part.getByRole('button', { name: 'Download errors' }).click()
    expect(await readFile(await (await download).path(), 'utf8')).toContain('someday')

    // After leaving and coming back it is as it was.
    await page.reload()
    await part.getByRole('button', { name: 'Import the other 2 rows' }).click()
    await toastOf(page, 'Import completed (Imported 2 orders)').waitFor()
    await expect
      .poll(() => figuresOf(part))
      .toMatchObject({ Total: '3', Imported: '2', Updated: '0', Errors: '1' })
    expect(await text.inputValue()).toBe(report.replaceAll('\r\n', '\n'))

    await part.getByRole('button', { name: 'Import', exact: true }).click()
    await part.getByText('This report was imported before.').waitFor()

    await text.fill('nothing that is a report')
    await part.getByRole('button', { name: 'Import', exact: true }).click()
    await part.getByRole('alert').filter({ hasText: 'Import failed' }).waitFor()
    await toastOf(page, 'Import failed').last().waitFor()
    expect(await text.inputValue()).toBe('nothing that is a report')
  })

  it('asks how dates are to be read, can be discarded, and sends a file, which can be cancelled and undone', async () => {
    const page = await panel()
    const part = step(page, 'CSV import')
    await part
      .getByLabel('Commission report')
      .fill(feeEarningsText([{ 'Date Shipped': '03/04/2026' }, { 'Date Shipped': '05/06/2026' }]))
    await part.getByRole('button', { name: 'Preview' }).click()
    await part.getByText('03/04/2026 is April 3, 2026').waitFor()
    await part.getByRole('button', { name: 'Continue' }).click()
    await part.getByText('Please choose one').waitFor()
    await part.getByRole('radio', { name: /The day/ }).check()
    await part.getByRole('button', { name: 'Continue' }).click()
    await part.getByText(/^Apr 3.*Jun 5/).waitFor()
    await part.getByRole('button', { name: 'Import another report first' }).click()
    await part.getByLabel('Commission report').waitFor()
    await part.getByRole('link', { name: 'Pasted text' }).click()
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByText('This import was discarded.').waitFor()

    // Sending a file shows its progress, and can be cancelled.
    await goWithin(page, '/admin')
    const report = freshReport([{}])
    const held = Promise.withResolvers<void>()
    await page.route('**/api/v1/admin/imports?*', async (route) => {
      await held.promise
      await route.abort().catch(() => {})
    })
    const input = page.locator('input[type=file]')
    await input.setInputFiles({ name: 'report.xlsx', mimeType: '', buffer: Buffer.from('PK') })
    await part.getByText('This is not a text file.').waitFor()
    await input.setInputFiles({ name: 'october.csv', mimeType: 'text/csv', buffer: Buffer.from(report) })
    await part.getByText('october.csv').waitFor()
    await part.getByRole('button', { name: 'Import', exact: true }).click()
    await part.getByRole('progressbar', { name: 'Sending the report' }).waitFor()
    await part.getByRole('button', { name: 'Cancel' }).click()
    await part.getByText('october.csv').waitFor()
    held.resolve()
    await page.unroute('**/api/v1/admin/imports?*')
    await part.getByRole('button', { name: 'Import', exact: true }).click()
    await toastOf(page, 'Import completed (Imported 1 orders)').waitFor()
    await part.getByRole('link', { name: 'october.csv' }).click()
    await page.getByRole('button', { name: 'Undo this import' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Undo import' }).click()
    await dialog.getByText('Please give a reason').waitFor()
    await dialog.getByText(/^This changes 1 order, −\$/).waitFor()
    await dialog.getByLabel('Reason').fill('The wrong month')
    expect(await flawsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Undo import' }).click()
    await toastOf(page, 'Import undone').waitFor()
    await page.getByText('“The wrong month”').waitFor()
    await page.getByRole('link', { name: 'Imports', exact: true }).click()
    await page.getByRole('listitem').filter({ hasText: 'october.csv' }).getByText('Undone').waitFor()
  })
})

describe('a step under way (docs/product/admin.md#pipeline)', () => {
  it('shows its progress in every tab, is stopped, and started again', async () => {
    await importReport(stage.app, ada, freshReport([{}, {}]))
    const { pool } = stage.app.database
    // As if another process ran it and held its lease.
    const { rows } = await pool.query(
      `insert into order_runs (kind, actor_id, state, rows_done, rows_total, lease_token, lease_until, created_at, started_at)
       values ('match', $1, 'running', 412000, 1000000, gen_random_uuid(), now() + interval '1 hour', $2, $2)
       returning id`,
      [ada.id, new Date(stage.app.clock.now().getTime() - 60_000)],
    )
    const page = await panel()
    const part = step(page, 'Commission matching')
    const bar = part.getByRole('progressbar', { name: 'Matching orders to clicks' })
    await bar.waitFor()
    expect(await bar.getAttribute('aria-valuenow')).toBe('41')
    await part.getByText('412,000 of 1,000,000 rows · 41%').waitFor()
    expect(await flawsOf(page)).toEqual([])
    const other = await open(page.context(), '/admin')
    await step(other, 'Commission matching').getByText('412,000 of 1,000,000 rows · 41%').waitFor()

    await part.getByRole('button', { name: 'Stop' }).click()
    await step(other, 'Commission matching').getByText('Stopping…').waitFor()
    await pool.query(
      `update order_runs set state = 'stopped', lease_token = null, lease_until = null, finished_at = created_at where id = $1`,
      [rows[0].id],
    )
    await part.getByText('Stopped at 412,000 of 1,000,000 rows · 41%.').waitFor()
    const starts = callsTo(page, /restart$/)
    await part.getByRole('button', { name: 'Start again' }).dblclick()
    await toastOf(page, 'Matching completed').waitFor()
    expect(starts).toHaveLength(1)
    await expect.poll(() => figuresOf(step(other, 'Commission matching'))).toMatchObject({ Matched: '0' })
  })
})
