// Runs every check at once and shows what each of them found; fails when one did.
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'

const checks = ['check:style', 'check:types', 'check:imports', 'check:unused', 'check:tidy']

async function run(name: string) {
  const started = performance.now()
  const child = spawn(process.execPath, ['--run', name], { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<number>((resolve) => child.once('close', (code) => resolve(code ?? 1)))
  const [output, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  if (code === 0) console.log(`✓ ${name} (${seconds} s)`)
  else console.log(`✗ ${name} (${seconds} s)\n${output}${errors}`)
  return code
}

const codes = await Promise.all(checks.map(run))
if (codes.some((code) => code !== 0)) process.exitCode = 1
