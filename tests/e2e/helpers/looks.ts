import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type Axe from 'axe-core'
import type { Page } from 'playwright-core'
import { axeTags } from '../../../src/web/testing/axe-tags.ts'

/** True when nothing on the page is wider than its window. */
export const fitsItsWidth = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)

type Watched = Window & { layoutShift: number }
type LayoutShift = PerformanceEntry & { value: number }

/** Adds up the layout shifts of a page, from before it loads. */
export const watchShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const watched = window as unknown as Watched
    watched.layoutShift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) watched.layoutShift += (entry as LayoutShift).value
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** The sum of `watchShifts`, once the app has taken over and the loaded page is drawn. */
export async function shiftOf(page: Page): Promise<number> {
  await page.locator('html[data-app]').waitFor({ state: 'attached' })
  await page.waitForLoadState('load')
  return shiftSoFar(page)
}

/** The sum of `watchShifts` with what is on the page now, once its fonts are there. */
export const shiftSoFar = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    await document.fonts.ready
    // Shifts are reported after the frame in which they happened.
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
    await new Promise((resolve) => setTimeout(resolve))
    return (window as unknown as Watched).layoutShift
  })

const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** The flaws that axe finds in a page by WCAG 2.2 AA and its own best practices, in short. */
export async function flawsOf(page: Page): Promise<string[][]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await readFile(axeFile, 'utf8'))
  return page.evaluate(async (values) => {
    const { axe } = window as unknown as { axe: typeof Axe }
    // Colours in the middle of a transition are not judged.
    const isEnding = (animation: Animation) =>
      animation.playState === 'running' && animation.effect?.getComputedTiming().endTime !== Infinity
    await Promise.allSettled(
      document
        .getAnimations()
        .filter(isEnding)
        .map(({ finished }) => finished),
    )
    const { violations } = await axe.run(document, {
      runOnly: { type: 'tag', values },
      resultTypes: ['violations'],
    })
    return violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html.slice(0, 120))])
  }, axeTags)
}

type Size = { width: number; height: number }

/** The same for a page in windows of these sizes, each in the dark and in the light theme; empty without any flaw. */
export async function flawsInEveryLook(page: Page, ...sizes: Size[]): Promise<Record<string, string[][]>> {
  const found: Record<string, string[][]> = {}
  for (const size of sizes) {
    await page.setViewportSize(size)
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      const flaws = await flawsOf(page)
      if (flaws.length > 0) found[`${colorScheme}, ${size.width} pixels wide`] = flaws
    }
  }
  return found
}
