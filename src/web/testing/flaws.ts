import axe, { type RunOptions } from 'axe-core'
import { commands, page } from 'vitest/browser'
import { axeTags } from './axe-tags.ts'

type Rules = NonNullable<RunOptions['runOnly']>
const everyRule: Rules = { type: 'tag', values: axeTags }
/** The rules whose answer depends on the theme. */
const rulesOfColour: Rules = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

/** The flaws that axe finds on the rendered page, each as a short list of texts. */
export async function flawsOf(rules = everyRule): Promise<string[][]> {
  const { violations } = await axe.run(document, { runOnly: rules, resultTypes: ['violations'] })
  return violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html.slice(0, 120))])
}

type Size = { width: number; height: number }

const phone: Size = { width: 390, height: 844 }
const computer: Size = { width: 1280, height: 800 }

/**
 * The flaws in windows of these sizes, a phone's and a computer's unless named: colours in the dark and in the light
 * theme, and a page that is wider than its window. Empty without any.
 */
export async function flawsInEveryLook(...sizes: Size[]): Promise<Record<string, string[][]>> {
  const found: Record<string, string[][]> = {}
  const before = { width: window.innerWidth, height: window.innerHeight }
  for (const { width, height } of sizes.length > 0 ? sizes : [phone, computer]) {
    await page.viewport(width, height)
    if (!fitsItsWidth()) found[`${width} pixels wide`] = [['is wider than its window']]
    for (const [theme, rules] of [
      ['dark', rulesOfColour],
      ['light', everyRule],
    ] as const) {
      await commands.preferTheme(theme)
      const flaws = await flawsOf(rules)
      if (flaws.length > 0) found[`${theme}, ${width} pixels wide`] = flaws
    }
  }
  await page.viewport(before.width, before.height)
  return found
}

/** True when nothing on the page is wider than its window. */
export const fitsItsWidth = (): boolean => document.documentElement.scrollWidth <= window.innerWidth

/** The directions of writing in which an element overflows its container; empty when it fits both ways. */
export function tooWideIn(element: Element): string[] {
  const { dir } = document.documentElement
  const tooWide = ['rtl', 'ltr'].filter((direction) => {
    document.documentElement.dir = direction
    return element.scrollWidth > element.clientWidth
  })
  document.documentElement.dir = dir
  return tooWide
}
