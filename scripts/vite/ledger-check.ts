import { readFile } from 'node:fs/promises'
import { build, type Plugin } from 'vite'

const fileName = 'check-ledger.mjs'

/**
 * Puts the program that checks an exported ledger beside the pages, as one file of plain JavaScript, for creators to
 * download: in the browser's build, and on request in development.
 */
export function ledgerCheck(program: string): Plugin {
  return {
    name: 'ledger-check',
    applyToEnvironment: (environment) => environment.name === 'client',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName, source: await bundle(program) })
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        if (request.url !== `/${fileName}`) return next()
        bundle(program).then(
          (source) => response.setHeader('content-type', 'text/javascript').end(source),
          (error: unknown) => next(error),
        )
      })
    },
  }
}

/** The program with its parts, readable, below the comment that it begins with. */
async function bundle(program: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    build: { ssr: program, write: false, minify: false, target: 'node20' },
  })
  const [output] = 'output' in result ? result.output : []
  if (output?.type !== 'chunk') throw new Error('The program that checks a ledger was not built.')
  const [comment] = /^(\/\/.*\n)+/.exec(await readFile(program, 'utf8')) ?? ['']
  return comment + output.code
}
