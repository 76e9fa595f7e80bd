import axe from 'axe-core'
import { commands, page } from 'vitest/browser'
import { axeTags } from './axe-tags.ts'

/** The flaws that axe finds on the rendered page, each as a short list of texts. */
export async function flawsOf(): Promise<string[][]> {
  const { violations } = await axe.run(document, {
    runOnly: { type: 'tag', values: axeTags },
    resultTypes: ['violations'],
  })
  return violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html.slice(0, 120))])
}

type Size = { width: number; height: number }

/** The flaws in windows of these sizes, each in the dark and in the light theme; empty without any. */
export async function flawsInEveryLook(...sizes: Size[]): Promise<Record<string, string[][]>> {
  const found: Record<string, string[][]> = {}
  for (const { width, height } of sizes) {
    await page.viewport(width, height)
    for (const theme of ['dark', 'light'] as const) {
      await commands.preferTheme(theme)
      const flaws = await flawsOf()
      if (flaws.length > 0) found[`${theme}, ${width} pixels wide`] = flaws
    }
  }
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
