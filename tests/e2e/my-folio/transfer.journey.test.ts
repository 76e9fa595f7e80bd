import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { signUp } from '../../harness/people.ts'
import { failCalls, fillShelf, titlesIn } from '../helpers/collection.ts'
import { flawsOf } from '../helpers/looks.ts'
import { callsTo } from '../helpers/shelf.ts'
import { setStage } from '../helpers/stage.ts'
import { open, visitor } from '../helpers/visitors.ts'

const stage = setStage()

const choose = (page: Page, name: string, text: string) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: '', buffer: Buffer.from(text) })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** The text and the name of the file that a button saves when it is pressed by keyboard. */
async function savedBy(page: Page, name: string): Promise<[name: string, text: string]> {
  const download = page.waitForEvent('download')
  await button(page, name).focus()
  await page.keyboard.press('Enter')
  const saved = await download
  return [saved.suggestedFilename(), await readFile(await saved.path(), 'utf8')]
}

/** That it says why a file cannot be imported, has it ready for another try, and offers long lists as a file. */
async function showsWhatIsWrong(page: Page) {
  const problem = page.getByRole('alert')
  await choose(page, 'items.xlsx', 'PK')
  await problem.filter({ hasText: 'Save it as CSV' }).waitFor()
  await choose(page, 'items.csv', 'url,name\nx,y\n')
  await problem.filter({ hasText: 'one of them must be amazon_url' }).waitFor()

  const restore = await failCalls(page, '**/api/v1/me/collection?*')
  const rows = Array.from({ length: 25 }, (_, row) => `x,Row ${row}`)
  await choose(page, 'items.csv', ['amazon_url,title', ...rows].join('\n'))
  await problem.filter({ hasText: 'You appear to be offline.' }).waitFor()
  await restore()
  await button(page, 'Try again').focus()
  await page.keyboard.press('Enter')
  await page.getByText('25 rows with problems').last().waitFor()
  await page.getByText('There is nothing to import.').waitFor()
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('25 rows with problems')
  await page.getByText('and 17 more').waitFor()
  const [, list] = await savedBy(page, 'Download the whole list')
  expect(list.split('\r\n')).toHaveLength(26)
  const [, example] = await savedBy(page, 'Download an example')
  const dataTransfer = await page.evaluateHandle((text) => {
    const dropped = new DataTransfer()
    dropped.items.add(new File([text], 'example.csv'))
    return dropped
  }, example)
  await page.getByText('items.csv').dispatchEvent('drop', { dataTransfer })
  await button(page, 'Import 2 items').waitFor()
}

describe('import and export of one’s collection', () => {
  it('export, edit in a spreadsheet, preview the import, import', async () => {
    const maya = await signUp(stage.app)
    await fillShelf(stage.app, maya, 3, 'kitchen')
    const page = await open(await visitor(stage.browser, stage.app, { as: maya }), '/filing-cabinet')
    await page.getByRole('link', { name: 'Import and export' }).click()
    await page.getByRole('heading', { level: 1, name: 'Import and export' }).waitFor()
    expect(await flawsOf(page)).toEqual([])
    await showsWhatIsWrong(page)

    const [name, csv] = await savedBy(page, 'Export as CSV')
    expect(name).toMatch(/^folio-collection-\d{4}-\d\d-\d\d\.csv$/)
    expect(csv.startsWith('\uFEFF"id","short_link","amazon_url"')).toBe(true)
    const [, json] = await savedBy(page, 'Export as JSON')
    expect(JSON.parse(json).items).toHaveLength(3)

    const edited = csv
      .replace('"Thing 2"', '"Thing two"')
      .concat(
        '"","","https://www.amazon.com/dp/B0LAMP0001","","A lamp, new","","","kitchen","home","",""\r\n',
        '"","","https://example.com/mug","","A mug","","","","","",""\r\n',
      )
    await choose(page, 'edited.csv', edited)
    await page.getByText('1 new, 1 changed, 2 unchanged, 1 row with problems').last().waitFor()
    await page.getByRole('listitem').filter({ hasText: 'Line 6, amazon_url' }).waitFor()
    await page.getByText('Invalid Amazon URL provided').waitFor()
    expect(await titlesIn(stage.app, maya, 'kitchen')).toEqual(['Thing 1', 'Thing 2', 'Thing 3'])
    expect(await flawsOf(page)).toEqual([])

    // The answer is lost: the file stays, and repeating doubles nothing.
    const imports = '**/api/v1/me/collection?preview=false'
    await page.route(imports, async (route) => {
      await route.fetch()
      await route.abort()
    })
    await button(page, 'Import 2 items').click()
    await page.getByRole('alert').filter({ hasText: 'You appear to be offline.' }).waitFor()
    await page.unroute(imports)
    const sent = callsTo(page, /me\/collection$/)
    await button(page, 'Import 2 items').focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.getByText('Everything was imported already').waitFor()
    expect(sent).toHaveLength(1)
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('imported already')
    expect(await flawsOf(page)).toEqual([])

    const restore = await failCalls(page, '**/api/v1/me/clicks?*')
    await button(page, 'Clicks as CSV').click()
    await page.getByText('Failed to export your clicks').waitFor()
    await restore()
    const [clicksName, clicks] = await savedBy(page, 'Clicks as CSV')
    expect(clicksName).toMatch(/^folio-clicks-\d{4}-\d\d-\d\d\.csv$/)
    expect(clicks.startsWith('\uFEFF"clicked_at","product","asin","title"')).toBe(true)

    await page.getByRole('link', { name: 'Go to My Folio' }).click()
    await page.getByRole('link', { name: /Kitchen/ }).click()
    await page.getByRole('heading', { name: 'Thing two' }).waitFor()
    await page.getByRole('heading', { name: 'A lamp, new' }).waitFor()
    await expect.poll(() => page.getByRole('article').count()).toBe(4)
  })
})
