// How the program that serves is made one (decision 93): `vite build --config scripts/vite/program.ts`.
import path from 'node:path'
import { defineConfig, type Plugin } from 'vite'
import { inAscii, lessText } from './less-text.ts'

const projectDir = path.resolve(import.meta.dirname, '../..')

/** From `dist/program/{version}` to the project. */
const up = ['..', '..', '..'].join('/')

const programs = {
  start: 'src/start.ts',
  worker: 'src/worker.ts',
  'parser-worker': 'src/orders/imports/reports/parser-worker.ts',
}

/** They are native, read files that lie beside them, or are loaded late if at all. */
const asInstalled = [
  '@fastify/ajv-compiler',
  '@fastify/fast-json-stringify-compiler',
  '@fastify/swagger',
  '@fastify/swagger-ui',
  '@node-rs/argon2',
  'pg-native',
  'pino',
  'pino-pretty',
  'sharp',
]

/** A package that is loaded late stays a file of its own. */
function latePackages(): Plugin {
  return {
    name: 'late-packages',
    enforce: 'pre',
    resolveDynamicImport: (name) =>
      typeof name === 'string' && /^[@\w]/.test(name) ? { id: name, external: true } : null,
  }
}

/**
 * Each module goes on to lie where its source does, for what it reads beside itself; but a program of ours that it
 * names, as `new URL('./worker.ts', import.meta.url)`, is the built one.
 */
function placesOfSources(): Plugin {
  return {
    name: 'places-of-sources',
    enforce: 'pre',
    transform(code, id) {
      if (!id.startsWith(path.join(projectDir, 'src/')) || !code.includes('import.meta.')) return null
      const source = path.relative(projectDir, id)
      const moved = code
        .replace(/new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)/g, (whole, name: string) =>
          name in programs ? `new URL('./${name}.js', import.meta.here)` : whole,
        )
        .replaceAll('import.meta.dirname', `(import.meta.dirname + '/${up}/${path.dirname(source)}')`)
        .replaceAll('import.meta.url', `new URL('${up}/${source}', import.meta.url).href`)
        .replaceAll('import.meta.here', 'import.meta.url')
      return { code: moved, map: null }
    },
  }
}

export default defineConfig({
  root: projectDir,
  plugins: [latePackages(), placesOfSources(), inAscii()],
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  ssr: { noExternal: true, external: asInstalled },
  build: {
    ssr: true,
    target: 'node24',
    copyPublicDir: false,
    minify: false,
    sourcemap: true,
    reportCompressedSize: false,
    rolldownOptions: {
      input: programs,
      output: {
        entryFileNames: '[name].js',
        sourcemapExcludeSources: true,
        minify: lessText,
        chunkFileNames: '[name]-[hash].js',
        // Its frames are told from ours in stacks.
        codeSplitting: { groups: [{ name: 'packages', entriesAware: true, test: /\/node_modules\// }] },
      },
    },
  },
})
