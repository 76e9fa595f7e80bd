import { readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { appIcons } from './scripts/vite/app-icons.ts'
import { leanServer } from './scripts/vite/lean-server.ts'
import { ledgerCheck } from './scripts/vite/ledger-check.ts'
import { inAscii } from './scripts/vite/less-text.ts'
import { publicPageChunks } from './scripts/vite/page-chunks.ts'
import { serviceWorker } from './scripts/vite/service-worker.ts'
import { commit } from './src/platform/http/version.ts'

const web = path.resolve(import.meta.dirname, 'src/web')
const [compressBrotli, compressGzip] = [promisify(brotliCompress), promisify(gzip)]
/** Browsers take brotli by https alone; by plain http, as in a home network, they take gzip. */
const compressions = {
  br: (bytes: Buffer) => compressBrotli(bytes),
  gz: (bytes: Buffer) => compressGzip(bytes, { level: constants.Z_BEST_COMPRESSION }),
}

/** When a file was last written; 0 if there is none. */
const writtenAt = (file: string): Promise<number> =>
  stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  )

/**
 * Lays a `.br` and a `.gz` beside every text file of the browser's build, so that nothing is compressed while serving.
 */
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
      const files = texts.map((entry) => path.join(entry.parentPath, entry.name))
      const all = files.flatMap((file) =>
        Object.entries(compressions).map(([end, compress]) => ({ file, compress, to: `${file}.${end}` })),
      )
      await Promise.all(
        all.map(async ({ file, compress, to }) => {
          // The files of earlier builds lie here too, and have theirs.
          if ((await writtenAt(to)) >= (await writtenAt(file))) return
          // Aside, then renamed: a running server may be sending the old one.
          const aside = `${to}.${process.pid}`
          await writeFile(aside, await compress(await readFile(file)))
          await rename(aside, to)
        }),
      )
    },
  }
}

/**
 * Sonner writes a style element when it loads, which the content policy forbids; its styles come as a file instead
 * (ui/feedback/toaster.tsx). Fails the build when a new version does it differently.
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

export default defineConfig({
  root: import.meta.dirname,
  publicDir: path.join(web, 'public'),
  define: { 'import.meta.env.VITE_COMMIT': JSON.stringify(commit) ?? 'undefined' },
  // The router's store asks for a stand-in of what React itself has had since version 18.
  resolve: {
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      codeSplittingOptions: {
        // What is seen on the way is there with the page itself; what is seen when it fails is loaded then.
        defaultBehavior: [
          ['component', 'pendingComponent'],
          ['errorComponent', 'notFoundComponent'],
        ],
      },
      routesDirectory: path.join(web, 'routes'),
      generatedRouteTree: path.join(web, 'routeTree.gen.ts'),
      quoteStyle: 'single',
    }),
    react(),
    tailwindcss(),
    sonnerWithoutStyleElement(),
    leanServer(),
    appIcons(path.join(web, 'public/favicon.svg')),
    ledgerCheck(path.resolve(import.meta.dirname, 'scripts/check-ledger.ts')),
    serviceWorker({
      worker: path.join(web, 'worker/service-worker.ts'),
      publicDir: path.join(web, 'public'),
    }),
    precompress(),
    inAscii(),
  ],
  builder: {},
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        // Earlier hashed files stay: a page cached before an upgrade still finds its scripts.
        emptyOutDir: false,
        manifest: true,
        // Scripts load their own imports: lists of them all would cost every page 1 kB of names. Style sheets stay
        // named.
        modulePreload: false,
        rolldownOptions: {
          input: 'src/web/entry-client.tsx',
          // No property does anything when it is read, so what nobody uses of one is left out.
          treeshake: { propertyReadSideEffects: false },
          output: {
            codeSplitting: { groups: publicPageChunks(path.join(web, 'entry-client.tsx')) },
            // Every page carries the names of all files; these compress to two thirds.
            hashCharacters: 'hex',
          },
        },
      },
    },
    ssr: {
      build: {
        outDir: 'dist/server',
        ssr: true,
        rolldownOptions: {
          input: 'src/web/entry-server.tsx',
          // As the browser's build, so that both name a file alike.
          output: { hashCharacters: 'hex' },
        },
      },
    },
  },
})
