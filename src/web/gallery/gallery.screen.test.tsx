import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fitsItsWidth, flawsInEveryLook, flawsOf } from '../testing/flaws.ts'
import { renderScreen } from '../testing/screen.tsx'
import { Gallery } from './gallery.tsx'

const phone = { width: 390, height: 844 }
const computer = { width: 1280, height: 800 }
const narrowest = { width: 320, height: 640 }

const specimens = () => [...document.querySelectorAll<HTMLElement>('[data-specimen]')]
const nameOf = (element: Element) => element.closest('[data-specimen]')?.getAttribute('data-specimen')

/** Parts that overflow their shelf; chips may, where they scroll. */
const standingOut = () =>
  specimens().flatMap((specimen) =>
    [...specimen.querySelectorAll<HTMLElement>('*')]
      .filter((element) => !element.closest('fieldset.fading-row') && element.checkVisibility())
      .filter((element) => element.getBoundingClientRect().right > specimen.getBoundingClientRect().right + 8)
      .map((element) => `${nameOf(element)}: ${element.outerHTML.slice(0, 80)}`),
  )

/** How far the target of a part extends beyond its visible edge (its `::after`), in pixels a side. */
function beyond(element: Element): number {
  const { content, top } = getComputedStyle(element, '::after')
  return content === 'none' ? 0 : Math.max(0, -Number.parseFloat(top) || 0)
}

/**
 * Targets that are too small for a finger: less than 24 px high (WCAG 2.2, 2.5.8). For a card's button the target is
 * the card.
 */
const tooSmall = () =>
  [...document.querySelectorAll<HTMLElement>('main button, main a, main input, main select')]
    .filter((element) => element.checkVisibility() && !element.closest('label'))
    .filter((element) => element.getBoundingClientRect().height + 2 * beyond(element) < 24)
    .map((element) => `${nameOf(element)}: ${element.outerHTML.slice(0, 80)}`)

it('parts of the ui have no accessibility flaw that axe finds, in any look (decision 30)', async () => {
  await renderScreen(<Gallery />)
  expect(await flawsInEveryLook()).toEqual({})
})

it.each([phone, computer, narrowest])('parts do not overflow in a window of $width pixels', async (size) => {
  await page.viewport(size.width, size.height)
  await renderScreen(<Gallery />)
  expect(standingOut()).toEqual([])
  expect(fitsItsWidth()).toBe(true)
  expect(tooSmall()).toEqual([])
})

it.each(['sheet', 'question', 'busy question'])('the %s is fully visible on a phone', async (name) => {
  await page.viewport(phone.width, phone.height)
  await renderScreen(<Gallery />)
  await page.getByRole('button', { name: `Open the ${name}`, exact: true }).click()
  const dialog = page.getByRole(name === 'sheet' ? 'dialog' : 'alertdialog')
  await expect.element(dialog).toBeVisible()
  await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {})))
  const { left, right, bottom } = dialog.element().getBoundingClientRect()
  expect({ left, right, bottom }).toEqual({ left: 0, right: phone.width, bottom: phone.height })
  expect(await flawsOf()).toEqual([])
})

it('the keyboard moves through the menu, past disabled entries', async () => {
  await renderScreen(<Gallery />)
  await page.getByRole('button', { name: 'Open the menu' }).click()
  await expect.element(page.getByRole('menu')).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  await expect.element(page.getByRole('menuitem', { name: 'Delete Product' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('button', { name: 'Open the menu' })).toHaveFocus()
})
