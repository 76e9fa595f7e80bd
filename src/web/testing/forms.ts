import { type Locator, page } from 'vitest/browser'

export const field = (label: string): Locator => page.getByLabelText(label, { exact: true })

export const button = (name: string): Locator => page.getByRole('button', { name, exact: true })

export const toastOf = (text: string): Locator => page.getByRole('listitem').filter({ hasText: text })

/** Fills in fields by their labels. */
export async function fill(values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await field(label).fill(value)
}
