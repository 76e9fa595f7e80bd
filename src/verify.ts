import path from 'node:path'
import { allChecks } from './checks.ts'
import { atDatabase, explainError, say } from './platform/command.ts'
import { readSettings } from './platform/settings/read.ts'
import { verifyInstallation } from './platform/verification.ts'

const projectDir = path.resolve(import.meta.dirname, '..')

/**
 * `npm run verify`: proves that sums equal their rows, on the running server's database or on the one that it would
 * use.
 */
async function run(env: NodeJS.ProcessEnv): Promise<void> {
  const settings = readSettings(env, projectDir)
  const failed = await atDatabase(settings, (context) =>
    verifyInstallation(context, allChecks(settings), say),
  )
  if (failed > 0) process.exitCode = 1
}

run(process.env).catch((error: unknown) => {
  process.stderr.write(`${explainError(error, process.env.LOG_LEVEL)}\n`)
  process.exitCode = 1
})
