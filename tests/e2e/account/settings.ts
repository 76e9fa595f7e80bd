import type { BrowserContext, Page } from 'playwright-core'
import { field } from '../helpers/forms.ts'
import { open } from '../helpers/visitors.ts'

/** Opens a page of the settings and waits until the person's own data is there. */
export async function openSettings(context: BrowserContext, address = '/profile'): Promise<Page> {
  const page = await open(context, address)
  const shown = address === '/profile' ? field(page, 'Username') : page.getByRole('heading', { level: 2 })
  await shown.first().waitFor()
  return page
}
