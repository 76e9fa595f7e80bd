import { readFile } from 'node:fs/promises'
import { type Plugin, transformWithOxc } from 'vite'

const fileName = 'check-ledger.mjs'

/**
 * Puts the program that checks an exported ledger beside the pages, in plain JavaScript, for creators to download: in
 * the browser's build, and on request in development.
 */
export function ledgerCheck(program: string): Plugin {
  const read = async () => (await transformWithOxc(await readFile(program, 'utf8'), program)).code
  return {
    name: 'ledger-check',
    applyToEnvironment: (environment) => environment.name === 'client',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName, source: await read() })
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        if (request.url !== `/${fileName}`) return next()
        read().then(
          (source) => response.setHeader('content-type', 'text/javascript').end(source),
          (error: unknown) => next(error),
        )
      })
    },
  }
}
