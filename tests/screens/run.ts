// `npm run screens -- [NAME …]` takes a picture of every screen and state in each size and theme, from the demo, and
// lays them side by side in test-results/screens: one sheet a screen, and index.html with all (decision 30). With
// names, or beginnings of names, only those screens.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { launchBrowser } from '../harness/browser.ts'
import { fillWithDemo } from '../harness/demo.ts'
import { startFolio } from '../harness/process.ts'
import { findAll } from './found.ts'
import type { Found, Scene } from './scene.ts'
import { scenes } from './scenes.ts'

const target = path.resolve(import.meta.dirname, '../../test-results/screens')

const sizes = [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1280, height: 800 },
]
const looks = (['light', 'dark'] as const).flatMap((theme) => sizes.map((size) => ({ theme, ...size })))

/** The height of a picture in its sheet and the gap between two, in pixels. */
const sheetHeight = 844
const gap = 16

type Session = Awaited<ReturnType<typeof findAll>>['sessions'][Scene['as']]

/** Opens a screen in one size and theme, puts it into the state of its scene, and returns a picture. */
async function shoot(
  browser: Browser,
  url: string,
  scene: Scene,
  look: (typeof looks)[number],
  on: { session: Session; address: string; found: Found },
) {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: look.width, height: look.height },
    colorScheme: look.theme,
    reducedMotion: 'reduce',
  })
  try {
    if (on.session)
      await context.addInitScript(
        (session) => localStorage.setItem('folio.session', JSON.stringify(session)),
        on.session,
      )
    const page = await context.newPage()
    if (scene.api)
      await page.route(scene.as === 'admin' ? /\/api\/v1\/admin\// : /\/(api|functions|rest)\//, (route) =>
        scene.api === 'failing'
          ? route.fulfill({ status: 500, json: { code: 'internal_error', message: 'It failed' } })
          : undefined,
      )
    await scene.before?.(page, on.found)
    await page.goto(on.address)
    await page.locator('html[data-app]').waitFor({ state: 'attached' })
    await settled(page, scene)
    await scene.act?.(page, on.found)
    if (scene.act) await settled(page, scene)
    return await page.screenshot({ animations: 'disabled' })
  } finally {
    // An answer that a scene still waits for to change it would otherwise end the whole run.
    for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
    await context.close()
  }
}

/** Waits until everything that can load has loaded. */
async function settled(page: Page, { api }: Scene) {
  if (!api) {
    await page.waitForLoadState('networkidle')
    // On a busy machine the network may rest while scripts still run. What is below the window may load only once it
    // is scrolled to.
    await page.waitForFunction(() =>
      [...document.querySelectorAll('[aria-busy=true] .skeleton, .animate-spin, img')].every(
        (part) =>
          (part instanceof HTMLImageElement && part.complete) ||
          !part.checkVisibility() ||
          part.getBoundingClientRect().top >= innerHeight,
      ),
    )
    await page
      .getByText('Loading...', { exact: true })
      .and(page.locator(':visible'))
      .waitFor({ state: 'detached' })
  }
  if (api === 'failing') await page.getByRole('button', { name: 'Retry' }).first().waitFor()
  await page.evaluate(async () => {
    await document.fonts.ready
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
  })
}

/** All pictures of a screen in one row. */
async function layOut(pictures: Buffer[], file: string) {
  const small = await Promise.all(
    pictures.map((picture) =>
      sharp(picture).resize({ height: sheetHeight }).toBuffer({ resolveWithObject: true }),
    ),
  )
  let left = gap
  const placed = small.map(({ data, info }) => {
    const at = { input: data, left, top: gap }
    left += info.width + gap
    return at
  })
  await sharp({ create: { width: left, height: sheetHeight + 2 * gap, channels: 3, background: '#8a8580' } })
    .composite(placed)
    .webp({ quality: 82 })
    .toFile(file)
}

const wanted = process.argv.slice(2)
const chosen = scenes.filter(
  ({ name }) => wanted.length === 0 || wanted.some((word) => name.startsWith(word)),
)
const dataDir = mkdtempSync(path.join(tmpdir(), 'folio-screens-'))
mkdirSync(target, { recursive: true })
console.log('Filling a folder with the demo …')
const accounts = fillWithDemo(dataDir)
// Browsers have passkeys for sites with a name.
const folio = await startFolio(dataDir, { HOST: 'localhost' })
const browser = await launchBrowser()
const failed: string[] = []
try {
  const { found, sessions } = await findAll(folio.url, accounts)
  for (const scene of chosen) {
    try {
      const address = typeof scene.at === 'string' ? scene.at : await scene.at(found)
      const on = { session: sessions[scene.as], address, found }
      const pictures: Buffer[] = []
      for (const look of looks) pictures.push(await shoot(browser, folio.url, scene, look, on))
      await layOut(pictures, path.join(target, `${scene.name}.webp`))
      console.log(scene.name)
    } catch (error) {
      failed.push(scene.name)
      console.log(`${scene.name}: ${(error as Error).message.split('\n')[0]}`)
    }
  }
} finally {
  await browser.close()
  await folio.end('SIGTERM')
  rmSync(dataDir, { recursive: true, force: true })
}
const figures = chosen
  .filter(({ name }) => !failed.includes(name))
  .map(
    ({ name, as }) =>
      `<h2>${name} (${as})</h2><a href="${name}.webp"><img src="${name}.webp" loading="lazy"></a>`,
  )
writeFileSync(
  path.join(target, 'index.html'),
  `<!doctype html><meta charset="utf-8"><title>Screens</title><style>body{font:16px sans-serif}img{max-width:100%}</style>${figures.join('\n')}`,
)
console.log(`${chosen.length - failed.length} screens in ${path.relative(process.cwd(), target)}/index.html`)
if (failed.length > 0) process.exitCode = 1
