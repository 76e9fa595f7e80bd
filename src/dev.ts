import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import path from 'node:path'
import {
  createRunnableDevEnvironment,
  createServer as createViteServer,
  isRunnableDevEnvironment,
} from 'vite'
import type { App } from './app.ts'
import type { Renderer } from './pages/renderer.ts'
import { systemClock } from './platform/clock.ts'
import { explainError } from './platform/command.ts'
import { openDatabase } from './platform/database/database.ts'
import { prepareDatabase } from './platform/database/migrate.ts'
import { startDatabaseServer } from './platform/database/server.ts'
import { siteUrlOf } from './platform/http/listen.ts'
import { createLog } from './platform/log.ts'
import { readSettings } from './platform/settings/read.ts'
import { onTermination } from './platform/termination.ts'
import type { AppOptions } from './services.ts'

const projectDir = path.resolve(import.meta.dirname, '..')

/** React's refresh needs this before the page's own modules run; the built pages have none of it. */
const devScript = `import { injectIntoGlobalHook } from '/@react-refresh'
injectIntoGlobalHook(window); window.$RefreshReg$ = () => {}; window.$RefreshSig$ = () => (type) => type
import('/@vite/client').then(() => import('/src/web/entry-client.tsx'))`

/** Every part of the ui in all its states, at an address that is only served in development. */
const gallery = { path: '/dev/gallery', script: '/src/web/gallery/entry.tsx' }
const galleryPage = `<!doctype html><html lang="en"><head><meta name="viewport" content="width=device-width">
<title>Parts of the ui</title></head><body><script type="module" src="${gallery.script}"></script></body></html>`

/**
 * `npm run dev`: one process that owns Vite and the database. Pages reload in the browser as they change; when a
 * server file changes, the app is built again behind the same port.
 */
async function start() {
  const settings = { ...readSettings(process.env, projectDir), mode: 'development' as const }
  const log = createLog(settings.logLevel, undefined, settings.logFormat)
  const server = await startDatabaseServer(settings, (line) => log.warn(line))
  await prepareDatabase(server)
  const database = openDatabase(server.address)
  const siteUrl = await siteUrlOf(settings)
  const http = createServer()
  const vite = await createViteServer({
    cacheDir: path.join(settings.dataDir, 'vite'),
    root: projectDir,
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: http } },
    environments: {
      ssr: {
        dev: {
          // Pages are rendered from the current sources at every request. Hot updates are for the browser: here the
          // router's would need a window and end the process.
          createEnvironment: (name, config) =>
            createRunnableDevEnvironment(name, config, { hot: false, runnerOptions: { hmr: false } }),
        },
      },
    },
  })
  const { ssr } = vite.environments
  if (!ssr || !isRunnableDevEnvironment(ssr)) throw new Error('Vite offers no server environment')

  const renderer: Renderer = async (url, options) => {
    const entry = (await ssr.runner.import(
      '/src/web/entry-server.tsx',
    )) as typeof import('./web/entry-server.tsx')
    const assets = {
      stylesheets: ['/src/web/styles/app.css'],
      preloads: () => [],
      script: { children: devScript },
    }
    return entry.render(url, { ...options, assets })
  }
  const options: AppOptions = {
    settings,
    siteUrl,
    database,
    address: server.address,
    clock: systemClock,
    log,
    renderer,
  }
  const load = async (): Promise<App> => {
    const { createApp } = (await ssr.runner.import('/src/app.ts')) as typeof import('./app.ts')
    const app = await createApp(options)
    await app.server.ready()
    app.startJobs()
    app.keepCounts()
    return app
  }

  let app = await load()
  const reload = async (file: string) => {
    const changed = ssr.moduleGraph.getModulesByFile(file)
    if (!changed?.size || file.includes('/src/web/')) return
    try {
      const next = await load()
      const previous = app
      app = next
      await previous.close()
      log.info(`reloaded after a change of ${path.relative(projectDir, file)}`)
    } catch (err) {
      log.error({ err }, 'the changed server could not be loaded; the last good one goes on')
    }
  }
  vite.watcher.on('change', (file) => void reload(file))

  vite.middlewares.use(gallery.path, async (_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(await vite.transformIndexHtml(gallery.path, galleryPage))
  })
  http.on('request', (request: IncomingMessage, response: ServerResponse) =>
    vite.middlewares(request, response, () => app.server.routing(request, response)),
  )
  await new Promise<void>((resolve) => http.listen(settings.port, settings.host, resolve))
  onTermination(log, [
    () => vite.close(),
    async () => http.close(),
    () => app.close(),
    () => database.close(),
    () => server.stop(),
  ])
  process.stdout.write(`${settings.appName} (development) is running at ${siteUrl}\n`)
}

start().catch((error: unknown) => {
  process.stderr.write(`${explainError(error, process.env.LOG_LEVEL)}\n`)
  process.exit(1)
})
