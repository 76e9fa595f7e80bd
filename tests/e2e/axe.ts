import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** What axe finds wrong with a page by WCAG 2.2 AA and its own best practices, in short. */
export async function flawsOf(page: Page): Promise<string[][]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  return violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html.slice(0, 120))])
}
