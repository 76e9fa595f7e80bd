import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { createMemoryWatch } from './app.ts'
import { plainEnvironment, projectDir } from './programs.ts'

/** Runs `npm run backup`, and returns the most memory that it took, in bytes. Throws with what it said if it fails. */
export async function runBackup(file: string, env: Record<string, string>): Promise<number> {
  const watch = createMemoryWatch()
  try {
    const child = spawn(process.execPath, [path.join(projectDir, 'src/backup.ts'), file], {
      env: { ...plainEnvironment, ...watch.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const said = Promise.all([text(child.stdout), text(child.stderr)])
    const [code] = await once(child, 'exit')
    if (code !== 0) throw new Error(`npm run backup failed:\n${(await said).join('')}`)
    return Math.max(...watch.samplesOf(child.pid ?? 0).map(({ rss }) => rss))
  } finally {
    watch.end()
  }
}
