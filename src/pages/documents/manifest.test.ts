import { readFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ pages: true, env: { APP_NAME: 'Shelf "A" <1>' } })
})
afterAll(() => app.close())

it('serves the manifest under the installation’s name, with a way in for shared links', async () => {
  const answer = await fetch(`${app.url}/manifest.webmanifest`)
  expect(answer.headers.get('content-type')).toBe('application/manifest+json; charset=utf-8')
  expect(answer.headers.get('cache-control')).toBe('public, max-age=3600')
  expect(await answer.json()).toMatchObject({
    name: 'Shelf "A" <1>',
    start_url: '/feed',
    display: 'standalone',
    share_target: { action: '/share', method: 'GET', params: { title: 'title', text: 'text', url: 'url' } },
  })
})

it('serves every icon that manifest and pages name, as large as they say', async () => {
  const manifest = await (await fetch(`${app.url}/manifest.webmanifest`)).json()
  const head = await (await fetch(`${app.url}/feed`)).text()
  const touch = /<link rel="apple-touch-icon" href="([^"]+)"/.exec(head)?.[1]
  const icons = [...manifest.icons, { src: touch, sizes: '180x180', type: 'image/png' }]
  expect(icons.map(({ sizes, purpose = 'any' }) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
    'any any',
    '180x180 any',
  ])
  for (const { src, sizes, type } of icons) {
    const answer = await fetch(app.url + src)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type])
    if (sizes === 'any') continue
    const { width, height, hasAlpha } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
    expect([`${width}x${height}`, hasAlpha]).toEqual([sizes, !/maskable|touch/.test(src)])
  }
  expect(head).toContain('<link rel="manifest" href="/manifest.webmanifest"')
})

/** Where a text names the program itself, which 'My Folio', a screen, does not. */
const nameIn = (text: string) => /.{0,40}\bFolio\b.{0,40}/.exec(text.replaceAll(/my folio/gi, ''))?.[0]

it('names the installation wherever people and programs read a name, and no other', async () => {
  const addresses = [
    ...['/feed', '/login', '/signup', '/forgot', '/auth/reset', '/terms', '/privacy', '/my-folio', '/admin'],
    ...['/nobody-at-all', '/l/nothing-0000', '/nowhere/at/all', '/api/openapi.json', '/robots.txt'],
  ]
  for (const address of addresses) {
    const text = await (await fetch(app.url + address)).text()
    expect(`${address}: ${nameIn(text)}`).toBe(`${address}: undefined`)
  }
})

it('leaves the name to the installation in all scripts', () => {
  const folder = path.resolve(import.meta.dirname, '../../../dist/client')
  const built: Record<string, { file: string }> = JSON.parse(
    readFileSync(path.join(folder, '.vite/manifest.json'), 'utf8'),
  )
  const scripts = Object.values(built).filter(({ file }) => file.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(20)
  for (const { file } of scripts)
    expect(`${file}: ${nameIn(readFileSync(path.join(folder, file), 'utf8'))}`).toBe(`${file}: undefined`)
})
