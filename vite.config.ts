import { readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import { appIcons } from './scripts/vite-app-icons.ts'

const web = path.resolve(import.meta.dirname, 'src/web')
const compress = promisify(brotliCompress)

/** When a file was last written; 0 if there is none. */
const writtenAt = (file: string): Promise<number> =>
  stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  )

/** Lays a `.br` beside every text file of the browser's build, so that nothing is compressed while serving. */
function precompress(): Plugin {
  let outDir = ''
  return {
    name: 'precompress',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    configResolved(config) {
      outDir = path.resolve(config.root, config.environments.client?.build.outDir ?? config.build.outDir)
    },
    async writeBundle() {
      const entries = await readdir(outDir, { recursive: true, withFileTypes: true })
      const texts = entries.filter((entry) => entry.isFile() && /\.(js|css|svg|json|txt)$/.test(entry.name))
      await Promise.all(
        texts.map(async (entry) => {
          const file = path.join(entry.parentPath, entry.name)
          // The files of earlier builds lie here too, and have theirs.
          if ((await writtenAt(`${file}.br`)) >= (await writtenAt(file))) return
          // Aside, then renamed: a running server may be sending the old one.
          const aside = `${file}.br.${process.pid}`
          await writeFile(aside, await compress(await readFile(file)))
          await rename(aside, `${file}.br`)
        }),
      )
    },
  }
}

/**
 * Sonner writes a style element when it loads, which the content policy forbids; its styles come as a file instead
 * (ui/toaster.tsx). Fails the build when a new version does it differently.
 */
function sonnerWithoutStyleElement(): Plugin {
  return {
    name: 'sonner-without-style-element',
    transform(code, id) {
      if (!id.includes('/sonner/dist/index.mjs')) return
      const without = code.replace(/^__insertCSS\(".*$/m, '')
      if (without === code) this.error('sonner inserts its styles in a new way')
      return without
    },
  }
}

/**
 * What every page loads is one file and what a product page adds is one more: compressed together they are 6 % smaller
 * than in the dozens of pieces that sharing would make of them (measured: 98.3 kB against 104.8 kB).
 */
function publicPageChunk(): Rolldown.CodeSplittingNameFunction {
  const productPage = /routes\/l\.\$ref\.tsx\?tsr-split=component/
  let everyPage: Set<string> | undefined
  let product: Set<string>
  return (id, context) => {
    const importsOf = (from: string) => context.getModuleInfo(from)?.importedIds ?? []
    if (!everyPage) {
      everyPage = reachable([path.join(web, 'entry-client.tsx')], importsOf)
      const roots = [...everyPage].flatMap(
        (from) => context.getModuleInfo(from)?.dynamicallyImportedIds ?? [],
      )
      product = reachable(roots.filter((root) => productPage.test(root)).flatMap(importsOf), importsOf)
    }
    if (everyPage.has(id)) return 'page'
    return product.has(id) ? 'product' : null
  }
}

function reachable(roots: string[], importsOf: (id: string) => string[]): Set<string> {
  const found = new Set(roots)
  // A set grows while it is walked.
  for (const id of found) for (const next of importsOf(id)) found.add(next)
  return found
}

export default defineConfig({
  root: import.meta.dirname,
  publicDir: path.join(web, 'public'),
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: path.join(web, 'routes'),
      generatedRouteTree: path.join(web, 'routeTree.gen.ts'),
      quoteStyle: 'single',
    }),
    react(),
    tailwindcss(),
    sonnerWithoutStyleElement(),
    appIcons(path.join(web, 'public/favicon.svg')),
    precompress(),
  ],
  builder: {},
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        // Earlier hashed files stay: a page cached before an upgrade still finds its scripts.
        emptyOutDir: false,
        manifest: true,
        // Scripts load their own imports: lists of them all would cost every page 1 kB of names. Style sheets stay named.
        modulePreload: false,
        rolldownOptions: {
          input: 'src/web/entry-client.tsx',
          output: { codeSplitting: { groups: [{ name: publicPageChunk(), debugName: 'public pages' }] } },
        },
      },
    },
    ssr: {
      build: { outDir: 'dist/server', ssr: true, rolldownOptions: { input: 'src/web/entry-server.tsx' } },
    },
  },
})
