import type { Act } from './scene.ts'

export const press =
  (name: string | RegExp): Act =>
  (page) =>
    page.getByRole('button', { name }).first().click({ timeout: 10_000 })

export const typed =
  (label: string, text: string): Act =>
  (page) =>
    page.getByLabel(label).first().fill(text)

/** Waits for the dialog that an act opens. */
export const opens =
  (act: Act): Act =>
  async (page, found) => {
    await act(page, found)
    await page.getByRole('dialog').or(page.getByRole('alertdialog')).waitFor()
  }

/** Presses one of a product's options, which opens a dialog. */
export const menu = (item: string): Act =>
  opens(async (page) => {
    await page
      .getByRole('button', { name: /options/i })
      .first()
      .click()
    await page.getByRole('menuitem', { name: item }).click()
  })

/** Scrolls to a heading, so that what is below the window is seen. */
export const scrolledTo =
  (heading: string | RegExp): Act =>
  (page) =>
    page
      .getByRole('heading', { name: heading })
      .first()
      .evaluate((element) => element.scrollIntoView({ block: 'start' }))

/** Waits for the answer to the search of the address. */
export const searched: Act = (page) =>
  page
    .getByText(/^(The newest )?\d+ results?$|^No items found$/)
    .first()
    .waitFor()
