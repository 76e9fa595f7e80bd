import { launchBrowser } from '../../tests/harness/browser.ts'
import { atMost, type Finding } from '../report.ts'
import type { Setting } from '../setting.ts'

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`

/** The scripts a browser fetches for a product page on a first, signed-out visit, as they come over the network. */
export async function javascriptFigure(setting: Setting): Promise<Finding[]> {
  const { url } = await setting.app()
  const { shortLink } = await setting.product()
  const scripts = await scriptsOf(new URL(`/l/${shortLink}`, url).href)
  const total = scripts.reduce((sum, script) => sum + script.bytes, 0)
  return [
    {
      what: 'JavaScript of a product page, signed out',
      measured: kilobytes(total),
      ...atMost(100_000, total, kilobytes),
      detail: scripts.map(({ name, bytes }) => `${name} ${kilobytes(bytes)}`).join(', '),
    },
  ]
}

async function scriptsOf(page: string): Promise<{ name: string; bytes: number }[]> {
  const browser = await launchBrowser()
  try {
    const tab = await browser.newPage()
    const scripts: Promise<{ name: string; bytes: number }>[] = []
    tab.on('requestfinished', (request) => {
      const { pathname } = new URL(request.url())
      if (!pathname.endsWith('.js')) return
      const name = pathname.split('/').at(-1) ?? pathname
      scripts.push(request.sizes().then(({ responseBodySize }) => ({ name, bytes: responseBodySize })))
    })
    await tab.goto(page, { waitUntil: 'networkidle' })
    return (await Promise.all(scripts)).sort((a, b) => b.bytes - a.bytes)
  } finally {
    await browser.close()
  }
}
