import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { createMemoryWatch } from './app.ts'
import { plainEnvironment, projectDir } from './programs.ts'

/** How long a command took, and the most memory that it occupied, in bytes. */
export type Ran = { ms: number; peak: number }

/** Runs one of the program's commands to its end. Throws with what it has said where it fails. */
export async function runCommand(
  command: 'backup' | 'restore',
  args: string[],
  env: Record<string, string>,
): Promise<Ran> {
  const watch = createMemoryWatch()
  try {
    const began = performance.now()
    const child = spawn(process.execPath, [path.join(projectDir, `src/${command}.ts`), ...args], {
      env: { ...plainEnvironment, ...watch.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const [said, complaint, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit'),
    ])
    if (code !== 0) throw new Error(`npm run ${command} failed:\n${said}${complaint}`)
    const peak = Math.max(...watch.samplesOf(child.pid ?? 0).map(({ rss }) => rss))
    return { ms: performance.now() - began, peak }
  } finally {
    watch.end()
  }
}
