import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { AddDialog } from '../../app/add-dialog.tsx'
import { renderScreen } from '../../testing/screen.tsx'

describe('add-item dialog, url-input (spec sections 2 and 5)', () => {
  it.each([
    ['', 'Please enter an Amazon URL'],
    ['https://example.com/dp/B0KETTLE01', "Oops! That didn't look like an Amazon product link. Try again?"],
  ])('keeps %j', async (url, message) => {
    await renderScreen(<AddDialog onClose={() => {}} />)
    const input = page.getByRole('textbox', { name: 'Amazon Item URL' })
    await input.fill(url.slice(0, 1))
    await input.fill(url)
    await page.getByRole('button', { name: 'Fetch Item Info' }).click()
    await expect.element(page.getByRole('alert')).toHaveTextContent(message)
    await expect.element(input).toHaveFocus()
  })
})
