import path from 'node:path'
import { explainError } from './platform/command.ts'
import { createLog } from './platform/log.ts'
import { readSettings } from './platform/settings/read.ts'
import { createEnd } from './platform/termination.ts'
import { joinParent } from './platform/workers/worker.ts'
import { serve } from './serve.ts'

const projectDir = path.resolve(import.meta.dirname, '..')

/** One of several processes that serve behind the socket of `start.ts` (decision 91), which starts and ends it. */
async function work(env: NodeJS.ProcessEnv): Promise<void> {
  const { place, team, ready, leaveCounts, told } = await joinParent()
  const { address, siteUrl, port, worker, runsJobs } = place
  const settings = { ...readSettings(env, projectDir), port }
  const log = createLog(settings.logLevel, undefined, settings.logFormat, { worker })
  const { app, steps, noteStart } = await serve({
    settings,
    siteUrl,
    address,
    log,
    projectDir,
    team,
    runsJobs,
  })
  await noteStart()
  ready()
  const how = await told
  if (how === 'replaced') app.stopAccepting()
  await createEnd(log, [...steps, leaveCounts])(0)
}

work(process.env).catch((error: unknown) => {
  process.stderr.write(`${explainError(error, process.env.LOG_LEVEL)}\n`)
  process.exit(1)
})
