import type { BrowserContext, Page } from 'playwright-core'
import { field } from '../helpers/forms.ts'
import { open } from '../helpers/visitors.ts'

/** Opens /profile and waits until the person's own data is there. */
export async function openSettings(context: BrowserContext): Promise<Page> {
  const page = await open(context, '/profile')
  await field(page, 'Username').waitFor()
  return page
}
