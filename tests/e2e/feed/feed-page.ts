import type { Page } from 'playwright-core'

/** The feed's parts as a person finds them. */
export const chip = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Category' }).getByRole('button', { name, exact: true })

export const scopeButton = (page: Page, name: 'Explore public posts' | 'Home feed (following)') =>
  page.getByRole('group', { name: 'Whose items' }).getByRole('button', { name, exact: true })

export const card = (page: Page, title: string) =>
  page.locator('article').getByRole('heading', { name: title, exact: true })

export const cardCount = (page: Page) => page.locator('article').count()

export const scrollToEnd = (page: Page) => page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))

export const scrollY = (page: Page) => page.evaluate(() => window.scrollY)

export async function waitForCards(page: Page, count: number): Promise<void> {
  await page.waitForFunction((n) => document.querySelectorAll('article').length >= n, count)
}
