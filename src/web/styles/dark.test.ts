import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const css = readFileSync(new URL('./dark.css', import.meta.url), 'utf8')
const light = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')

/** The declarations of the block that follows a selector, by property. */
function block(selector: string): Record<string, string> {
  const start = css.indexOf(`${selector} {`)
  expect(start, selector).toBeGreaterThan(-1)
  const body = css.slice(css.indexOf('{', start) + 1, css.indexOf('}', start))
  const pairs = [...body.matchAll(/([\w-]+):\s*([^;]+);/g)].map((match) => [match[1], match[2]])
  return Object.fromEntries(pairs)
}

const chosen = block(':root[data-theme="dark"]')

describe('the dark theme', () => {
  it('is the same by the system’s preference and by choice', () => {
    expect(block(':root:not([data-theme="light"])')).toEqual(chosen)
  })

  it('gives a value to every colour and shadow of the light theme', () => {
    const names = [...light.matchAll(/^\s*(--(?:color|elevation)-[\w-]+):/gm)].map((match) => match[1])
    expect(names.length).toBeGreaterThan(30)
    expect(Object.keys(chosen)).toEqual(expect.arrayContaining(names))
  })
})
