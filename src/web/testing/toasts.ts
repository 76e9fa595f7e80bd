import { page } from 'vitest/browser'

/** A toast with these words; toasts lie over a dialog, not in it. */
export const toast = (words: string) =>
  page.getByRole('region', { name: /^Notifications/ }).getByText(words, { exact: true })
