import path from 'node:path'
import { clickChecks } from './clicks/index.ts'
import { earningsChecks } from './earnings/index.ts'
import { createMedia, pictureChecks } from './media/index.ts'
import { orderChecks } from './orders/index.ts'
import { atDatabase, explainFailure, say } from './platform/command.ts'
import { readSettings } from './platform/config.ts'
import { verify } from './platform/verification.ts'

const projectDir = path.resolve(import.meta.dirname, '..')

/** `npm run verify`: proves that sums equal their rows, on the running server's database or on the one that would be its. */
async function run(env: NodeJS.ProcessEnv): Promise<void> {
  const settings = readSettings(env, projectDir)
  const media = createMedia({ filesDir: path.join(settings.dataDir, 'files'), s3: settings.s3 })
  const checks = [pictureChecks(media), clickChecks(settings), earningsChecks, orderChecks]
  const failed = await atDatabase(settings, (context) => verify(context, checks, say))
  if (failed > 0) process.exitCode = 1
}

run(process.env).catch((error: unknown) => {
  process.stderr.write(`${explainFailure(error, process.env.LOG_LEVEL)}\n`)
  process.exitCode = 1
})
