import type { Locator, Page } from 'playwright-core'
import type { Person } from '../../harness/people.ts'

export const field = (page: Page, label: string): Locator => page.getByLabel(label, { exact: true })

export const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true })

/** A toast with these words, or any. */
export const toastOf = (page: Page, text = ''): Locator =>
  page.locator('[data-sonner-toast]', { hasText: text })

/** Types into fields by their labels. */
export async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await field(page, label).fill(value)
}

/** Signs in on the sign-in page. */
export async function signIn(page: Page, { email, password }: Person): Promise<void> {
  await fill(page, { Email: email, Password: password })
  await button(page, 'Log in').click()
}

let people = 0

/** What a new person types on the sign-up page. */
export const newcomer = () => ({
  'First name': 'Ana',
  'Last name': 'López',
  Email: `ana${people++}@example.com`,
  Password: 'longenough',
})

/** True for the focused element. */
export const hasFocus = (page: Page, name: string): Promise<boolean> =>
  page
    .getByRole('button', { name, exact: true })
    .first()
    .evaluate((element) => element === document.activeElement)
