import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { PageHead } from '../shell/page-head.tsx'
import { renderScreen } from '../testing/screen.tsx'
import { toast as shown } from '../testing/toasts.ts'
import { Button } from '../ui/button/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { toast } from '../ui/feedback/toast.ts'
import { AppScreen } from './app-screen.tsx'
import { ConnectionNotice } from './connection-notice.tsx'

const notice = page.getByText(/^(You’re offline$|Offline\. From )/)

function areApart(one: Element, other: Element): boolean {
  const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()]
  return a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top
}

it.each([
  [390, 844],
  [844, 390],
  [1280, 800],
])(
  'covers no title, bar, message or dialog at %i×%i (docs/product/shell.md#failures)',
  async (width, height) => {
    await page.viewport(width, height)
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const screen = (isOpen: boolean) => (
      <>
        <AppScreen bar={{ title: 'Profile Settings' }}>
          <PageHead title="Profile Settings" subtitle="What others see of you" />
        </AppScreen>
        <ConnectionNotice />
        {isOpen && (
          <Dialog open onClose={() => undefined} title="Edit Item" foot={<Button block>Save Changes</Button>}>
            <div style={{ height: 2_000 }} />
          </Dialog>
        )}
      </>
    )
    const { unmount } = await renderScreen(screen(false), { session: null })
    await expect.element(notice).toBeVisible()
    const { top, bottom } = notice.element().getBoundingClientRect()
    expect([top >= 0, bottom <= height]).toEqual([true, true])
    await toast.error('Error', { description: 'You appear to be offline. Please check your connection.' })
    await expect.element(shown('Error')).toBeVisible()
    const parts = ['header', 'h1', 'nav:last-of-type', '[data-sonner-toast] > *']
    for (const part of parts)
      for (const element of document.querySelectorAll(part))
        await expect.poll(() => areApart(notice.element(), element), { message: part }).toBe(true)
    await unmount()

    await renderScreen(screen(true), { session: null })
    await expect.element(notice).toBeVisible()
    await expect.poll(() => areApart(notice.element(), page.getByRole('dialog').element())).toBe(true)
  },
)
