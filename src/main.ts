import path from 'node:path'
import { buildIfChanged } from './platform/build/build.ts'
import { allocator, nodeOptions } from './platform/build/memory-options.ts'
import { OperatorError } from './platform/operator-error.ts'

const projectDir = path.resolve(import.meta.dirname, '..')

/**
 * Builds what has changed, and becomes the built program, `start.ts`: nothing of the build stays in memory (decision
 * 93).
 */
async function main(env: NodeJS.ProcessEnv): Promise<void> {
  if (!process.execve) throw new OperatorError(`Folio runs on Linux and macOS, not on ${process.platform}.`)
  const folder = await buildIfChanged(projectDir, env, (line) => process.stderr.write(`${line}\n`))
  const given = process.execArgv.filter((option, n, all) => !isOfEnvFile(option, all[n - 1]))
  // If an option is given twice, the last one counts.
  const options = [...nodeOptions, ...given]
  // It takes some memory, so it is only for people who look for a fault.
  if (env.LOG_LEVEL === 'debug' || env.LOG_LEVEL === 'trace') options.push('--enable-source-maps')
  const args = [process.execPath, ...options, path.join(folder, 'start.js')]
  process.execve(process.execPath, args, { ...allocator, ...env })
}

/** Whether an option names a file of settings, which has been read already: in one word or two. */
const isOfEnvFile = (option: string, before = '') =>
  option.startsWith('--env-file') || /^--env-file(-if-exists)?$/.test(before)

// React is slower, and shows its errors to visitors, unless NODE_ENV is production.
process.env.NODE_ENV ??= 'production'
main(process.env).catch((error: unknown) => {
  if (!(error instanceof OperatorError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
})
