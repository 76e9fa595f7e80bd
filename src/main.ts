import path from 'node:path'
import { buildIfChanged } from './platform/build/build.ts'
import { OperatorError } from './platform/operator-error.ts'

const projectDir = path.resolve(import.meta.dirname, '..')

/** Builds what has changed, and becomes the built program: `start.ts` (decision 93). */
async function main(env: NodeJS.ProcessEnv): Promise<void> {
  const folder = await buildIfChanged(projectDir, env)
  if (env.LOG_LEVEL === 'debug' || env.LOG_LEVEL === 'trace') nameSourcesInStacks()
  await import(path.join(folder, 'start.js'))
}

/** Here and in workers. It takes some memory, so only who looks for a fault has it. */
function nameSourcesInStacks(): void {
  process.setSourceMapsEnabled(true)
  process.execArgv.push('--enable-source-maps')
}

// React is slower, and shows its errors to visitors, unless NODE_ENV is production.
process.env.NODE_ENV ??= 'production'
main(process.env).catch((error: unknown) => {
  if (!(error instanceof OperatorError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
})
