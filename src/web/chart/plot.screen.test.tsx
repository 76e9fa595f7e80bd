import { expect, it } from 'vitest'
import { commands } from 'vitest/browser'
import { renderScreen } from '../testing/screen.tsx'
import { Plot } from './plot.tsx'

/** The relative luminance of a colour 'rgb(1, 2, 3)' (WCAG 2.2). */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map((part) => {
    const value = Number(part) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

it.each(['light', 'dark'] as const)('lines can be told from the card in the %s theme', async (theme) => {
  await commands.preferTheme(theme)
  const values = [-40, 120]
  await renderScreen(
    <div className="surface h-40">
      <Plot
        bars={values.map((value) => ({ key: `${value}`, axis: 'N', name: 'November', value, details: [] }))}
        format={String}
        picked={null}
      />
    </div>,
  )
  const card = getComputedStyle(document.querySelector('.surface') as Element).backgroundColor
  const lines = [...document.querySelectorAll('.border-t')].map((line) => ({
    isZero: line.textContent === '0',
    contrast: contrast(getComputedStyle(line).borderTopColor, card),
  }))
  expect(lines.length).toBeGreaterThan(2)
  for (const line of lines) expect(line.contrast).toBeGreaterThan(line.isZero ? 3 : 1.5)
})
