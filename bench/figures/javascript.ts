import { launchBrowser } from '../../tests/harness/browser.ts'
import { atMost, type Finding } from '../report.ts'
import type { Setting } from '../stage/setting.ts'

/** Where most links are opened; wide screens add what they have room for once the page is there. */
const phone = { width: 390, height: 844 }

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`

/** The scripts a browser fetches on a first, signed-out visit, as they come over the network, and at most how much. */
export async function javascriptFigure(setting: Setting): Promise<Finding[]> {
  const { url } = await setting.app()
  const { shortLink } = await setting.product()
  return [
    await weigh('JavaScript of a product page, signed out', new URL(`/l/${shortLink}`, url), 102_000),
    await weigh('JavaScript of the feed, signed out', new URL('/feed', url), 115_000),
  ]
}

async function weigh(what: string, page: URL, most: number): Promise<Finding> {
  const scripts = await scriptsOf(page.href)
  const total = scripts.reduce((sum, script) => sum + script.bytes, 0)
  return {
    what,
    measured: kilobytes(total),
    ...atMost(most, total, kilobytes),
    detail: scripts.map(({ name, bytes }) => `${name} ${kilobytes(bytes)}`).join(', '),
  }
}

async function scriptsOf(page: string): Promise<{ name: string; bytes: number }[]> {
  const browser = await launchBrowser()
  try {
    const tab = await browser.newPage({ viewport: phone })
    const scripts: Promise<{ name: string; bytes: number }>[] = []
    tab.on('requestfinished', (request) => {
      const { pathname } = new URL(request.url())
      if (!pathname.endsWith('.js')) return
      const name = pathname.split('/').at(-1) ?? pathname
      scripts.push(request.sizes().then(({ responseBodySize }) => ({ name, bytes: responseBodySize })))
    })
    await tab.goto(page, { waitUntil: 'networkidle' })
    // A preloaded script is told of twice: as it comes, and as it is used, with less than no bytes.
    return (await Promise.all(scripts)).filter(({ bytes }) => bytes > 0).sort((a, b) => b.bytes - a.bytes)
  } finally {
    await browser.close()
  }
}
