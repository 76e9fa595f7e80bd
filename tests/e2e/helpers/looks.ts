import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** True when nothing on the page is wider than its window. */
export const fitsItsWidth = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)

type Watched = Window & { layoutShift: number }
type LayoutShift = PerformanceEntry & { value: number }

/** Adds up how much the page's parts move without being asked to, from before it loads. */
export const watchShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const watched = window as unknown as Watched
    watched.layoutShift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) watched.layoutShift += (entry as LayoutShift).value
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** What `watchShifts` has added up so far. */
export const shiftOf = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as Watched).layoutShift)

/** What axe finds wrong with a page by WCAG 2.2 AA and its own best practices, in short. */
export async function flawsOf(page: Page): Promise<string[][]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  return violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html.slice(0, 120))])
}
