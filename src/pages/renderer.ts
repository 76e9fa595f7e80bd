import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { OperatorError } from '../platform/operator-error.ts'
import type { PageAssets, RouterOptions } from '../web/entry-server.tsx'

/** Renders the page at a URL. In development it always uses the current sources. */
export type Renderer = (
  url: string,
  options: Omit<RouterOptions, 'assets'> & { nonce: string },
) => Promise<Response>

type EntryServer = { render: (url: string, options: RouterOptions & { nonce: string }) => Promise<Response> }
type ManifestChunk = { file: string; css?: string[]; imports?: string[] }
type Manifest = Record<string, ManifestChunk>

const entry = 'src/web/entry-client.tsx'

/** The renderer of the built pages in `distDir`. */
export async function loadBuiltRenderer(distDir: string): Promise<Renderer> {
  const file = path.join(distDir, 'client/.vite/manifest.json')
  const manifest = JSON.parse(await readFile(file, 'utf8').catch(() => '{}')) as Manifest
  const assets = builtAssets(manifest)
  const server = (await import(path.join(distDir, 'server/entry-server.js'))) as EntryServer
  return (url, options) => server.render(url, { ...options, assets })
}

function builtAssets(manifest: Manifest): PageAssets {
  const entryChunk = manifest[entry]
  if (!entryChunk)
    throw new OperatorError(`The built pages are incomplete: they have no ${entry}. Run: npm run build`)
  const known = new Map<string, string[]>()
  return {
    stylesheets: (entryChunk.css ?? []).map((file) => `/${file}`),
    script: { src: `/${entryChunk.file}` },
    preloads: (routeIds) => {
      const key = routeIds.join()
      const files = known.get(key) ?? preloadsOf(manifest, routeIds)
      known.set(key, files)
      return files
    },
  }
}

/** The chunk of a route with its component. Its error component is loaded when needed. */
const withComponent = /[=-]component(-|$)/

/** The entry and the route's own chunk with all that they import, so that the browser fetches them at once. */
function preloadsOf(manifest: Manifest, routeIds: string[]): string[] {
  const files = new Set<string>()
  const add = (name: string) => {
    const chunk = manifest[name]
    if (!chunk || files.has(`/${chunk.file}`)) return
    files.add(`/${chunk.file}`)
    chunk.imports?.forEach(add)
  }
  add(entry)
  for (const id of routeIds) {
    const file = `src/web/routes${id.replace(/\/$/, '/index')}.tsx`
    for (const name of Object.keys(manifest)) {
      const [module, split] = name.split('?')
      if (module === file && (!split || withComponent.test(split))) add(name)
    }
  }
  return [...files]
}
