import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { renderApp } from '../../testing/app.tsx'
import { renderScreen } from '../../testing/screen.tsx'
import { toast as shown } from '../../testing/toasts.ts'
import { Button } from '../button/button.tsx'
import { Dialog } from '../dialog/dialog.tsx'
import { toast } from './toast.ts'

it('goes with its page, and stays while only the search of the address changes', async () => {
  const { router } = await renderApp('/earnings')
  await toast.success('Day set')
  await expect.element(shown('Day set')).toBeVisible()
  await router.navigate({ to: '/earnings', search: { period: 'W' } })
  await expect.element(shown('Day set')).toBeVisible()
  await router.navigate({ to: '/my-folio' })
  await expect.element(shown('Day set')).not.toBeInTheDocument()
})

it('stays where it reports what led to another page', async () => {
  const { router } = await renderApp('/earnings')
  await toast.success('Signed out successfully', { isParting: true })
  await router.navigate({ to: '/my-folio' })
  await expect.element(page.getByRole('heading', { level: 1, name: 'My Folio' })).toBeInTheDocument()
  await expect.element(shown('Signed out successfully')).toBeVisible()
})

it.for([
  [390, 844],
  [820, 1180],
  [1280, 800],
] as const)(
  'covers no button of the tallest dialog at %i×%i (docs/product/shell.md#messages)',
  async ([width, height]) => {
    await page.viewport(width, height)
    await renderScreen(
      <Dialog open onClose={() => undefined} title="Edit Item" foot={<Button block>Save Changes</Button>}>
        <div style={{ height: 2_000 }} />
      </Dialog>,
    )
    await toast.error('Error', { description: 'This picture could not be read. Please try another one.' })
    await expect.element(shown('Error')).toBeVisible()
    for (const name of ['Close', 'Save Changes']) {
      const button = page.getByRole('button', { name, exact: true }).element()
      // Both ends, since a toast lies over one side of a button first. They move until dialog and toast stand still.
      await expect.poll(() => endsOf(button).map((end) => button.contains(end))).toEqual([true, true])
    }
  },
)

it.for([
  [390, 844],
  [640, 400],
  [1280, 800],
] as const)(
  'is seen whole beside a second one, over a page and over a dialog, at %i×%i (docs/product/shell.md#messages)',
  async ([width, height]) => {
    await page.viewport(width, height)
    const shows = async (n: number) => {
      const description = 'This picture could not be read. Please try another one, or go on without.'
      await toast.error(`Error ${n}`, { description })
      await expect.element(shown(`Error ${n}`)).toBeVisible()
    }
    const areWhole = () =>
      [...document.querySelectorAll('[data-sonner-toast] > *')].map((card) => {
        const { top, left, right, bottom } = card.getBoundingClientRect()
        return top >= 0 && left >= 0 && right <= width && bottom <= height
      })
    const { unmount } = await renderScreen(<p>Inbox</p>)
    await shows(1)
    await shows(2)
    await expect.poll(areWhole).toEqual([true, true])
    await unmount()
    await renderScreen(
      <Dialog open onClose={() => undefined} title="Edit Item">
        <div style={{ height: 2_000 }} />
      </Dialog>,
    )
    await expect.poll(areWhole).toEqual([true, true])
  },
)

it('has room for a short sentence beside Undo on a phone, in their middle', async () => {
  await page.viewport(390, 844)
  await renderScreen(<p>Inbox</p>)
  await toast.success('2 items removed', {
    action: { label: 'Undo', onPress: () => undefined },
    countdown: { seconds: 10, onOver: () => undefined },
  })
  const words = shown('2 items removed')
  await expect.element(words).toBeVisible()
  const line = words.element().getBoundingClientRect()
  expect(line.height).toBe(20)
  const undo = page.getByRole('button', { name: 'Undo' }).element().getBoundingClientRect()
  expect(Math.abs(line.top + line.height / 2 - (undo.top + undo.height / 2))).toBeLessThanOrEqual(1)
})

/** What lies at the left and the right end of an element. */
function endsOf(element: Element) {
  const { left, top, right, height } = element.getBoundingClientRect()
  const middle = top + height / 2
  return [document.elementFromPoint(left + 2, middle), document.elementFromPoint(right - 2, middle)]
}
