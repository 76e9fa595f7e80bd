import { describe, expect, it } from 'vitest'
import { flawsInEveryLook, tooWideIn } from './flaws.ts'
import { renderScreen } from './screen.tsx'

const grey = '@media (prefers-color-scheme: dark) { p { color: #777; background: #666 } }'

describe('the flaws that tests find on a screen', () => {
  it('are found in each theme separately', async () => {
    await renderScreen(
      <main>
        <h1>A title</h1>
        <style>{grey}</style>
        <p>Hardly to be read in the dark</p>
        <button type="button" />
      </main>,
    )
    const found = await flawsInEveryLook({ width: 390, height: 844 })
    const names = Object.entries(found).map(([look, flaws]) => [look, ...flaws.map(([id]) => id)])
    expect(names).toEqual([
      ['dark, 390 pixels wide', 'color-contrast'],
      ['light, 390 pixels wide', 'button-name'],
    ])
  })

  it('are none where all is well', async () => {
    await renderScreen(
      <main>
        <h1>A title</h1>
      </main>,
    )
    expect(await flawsInEveryLook({ width: 390, height: 844 })).toEqual({})
  })

  it('include overflow, in one direction of writing or both', async () => {
    await renderScreen(
      <main>
        <style>{'[dir=rtl] b { padding-inline-end: 400px } b { display: inline-block }'}</style>
        <div id="one" style={{ width: 300 }}>
          <b>Wider</b>
        </div>
        <p id="two">Narrow</p>
      </main>,
    )
    expect(tooWideIn(document.getElementById('one') as Element)).toEqual(['rtl'])
    expect(tooWideIn(document.getElementById('two') as Element)).toEqual([])
  })
})
