import type { BrowserContext, Page } from 'playwright-core'
import { field } from '../helpers/forms.ts'
import { open } from '../helpers/visitors.ts'

/** Opens /profile and waits until the person's own data is there. */
export async function openSettings(context: BrowserContext): Promise<Page> {
  const page = await open(context, '/profile')
  await field(page, 'Username').waitFor()
  return page
}

/** True for what has the focus. */
export const hasFocus = (page: Page, name: string): Promise<boolean> =>
  page
    .getByRole('button', { name, exact: true })
    .first()
    .evaluate((element) => element === document.activeElement)

/** A promise and what fulfils it, to hold an answer back for as long as a test needs. */
export function gate(): { opened: Promise<void>; open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { opened: promise, open: resolve }
}
