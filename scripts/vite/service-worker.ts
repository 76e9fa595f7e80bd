import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'

/** Outside of `assets`, whose files never change; src/pages/documents/service-worker.ts sends it. */
const fileName = 'worker/sw.js'

/**
 * Parts that open only with a network: money, admins, settings, signing in, and what is read once. They are found by
 * the module that a late import names; what they share with other screens comes with those.
 */
const onlyOnline = [
  /\/src\/web\/(account|admin|earnings|gallery|ledger|legal|transfer)\//,
  /\/src\/web\/routes\/(_app\/(admin|earnings|profile)|auth|ledger|forgot|login|privacy|reset|signup|terms)\b/,
  /\/src\/web\/(my-folio\/transfer|routes\/_app\/my-folio\/transfer|product\/owner-panel-earnings)/,
  /\/@zxcvbn-ts\//,
]

/** Families of screens that are one file each (page-chunks.ts). */
const familiesOnlyOnline = ['admin', 'auth', 'earnings']

/** Files of fixed names that every screen shows. */
const fixed = [
  'favicon.svg',
  'icons/192.png',
  'fonts/fraunces-upright-common.woff2',
  'fonts/fraunces-italic-common.woff2',
]

type Options = { worker: string; publicDir: string }

/**
 * Builds the service worker, with the list of this build's files that it holds (decision 136). The bundle itself says
 * which belong to the screens that open without a network: the folder holds earlier builds, too, and no name tells.
 */
export function serviceWorker({ worker, publicDir }: Options): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    async generateBundle(_options, bundle) {
      const hashed = [...neededOffline(bundle)].sort().map((url) => ({ url, revision: null }))
      const named = await Promise.all(fixed.map((file) => withRevision(bundle, publicDir, file)))
      this.emitFile({ type: 'asset', fileName, source: await bundled(worker, [...hashed, ...named]) })
    },
  }
}

async function withRevision(bundle: Rolldown.OutputBundle, publicDir: string, file: string) {
  const made = bundle[file]
  const source = made?.type === 'asset' ? made.source : await readFile(path.join(publicDir, file))
  const revision = createHash('sha256').update(source).digest('hex')
  return { url: `/${file}`, revision: revision.slice(0, 16) }
}

function neededOffline(bundle: Rolldown.OutputBundle): Set<string> {
  const entry = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry)
  const files = new Set(entry ? [entry.fileName] : [])
  // A set grows while it is walked.
  for (const name of files) {
    const file = bundle[name]
    if (file?.type !== 'chunk') continue
    const late = file.dynamicImports.filter((next) => !isOnlyOnline(bundle[next]))
    const styles = file.viteMetadata?.importedCss ?? []
    const pictures = file.viteMetadata?.importedAssets ?? []
    for (const next of [...file.imports, ...late, ...styles, ...pictures]) files.add(next)
  }
  return new Set([...files].map((name) => `/${name}`))
}

const isOnlyOnline = (file?: Rolldown.OutputAsset | Rolldown.OutputChunk): boolean =>
  file?.type === 'chunk' &&
  (familiesOnlyOnline.includes(file.name) || onlyOnline.some((part) => part.test(file.facadeModuleId ?? '')))

async function bundled(worker: string, files: { url: string; revision: string | null }[]): Promise<string> {
  const result = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: { __PRECACHED__: JSON.stringify(files) },
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input: worker, output: { format: 'iife' } },
    },
  })
  const [output] = 'output' in result ? result.output : []
  if (output?.type !== 'chunk') throw new Error('The service worker was not built.')
  return output.code
}
