// Asks the registry about the installed packages: `audit` for known flaws, `signatures` for who has signed them. Fails
// only for what the registry says, never because it does not answer.
import { spawnSync } from 'node:child_process'
import { judgements } from './answers.ts'

const [question = '', ...args] = process.argv.slice(2)
const ask = judgements[question as keyof typeof judgements]
if (!ask) {
  process.stderr.write('Usage: node scripts/registry/check.ts audit | signatures [npm’s arguments]\n')
  process.exit(2)
}
const { error, stdout } = spawnSync('npm', [...ask.command, '--json', '--fetch-retries=0', ...args], {
  encoding: 'utf8',
  timeout: 120_000,
  maxBuffer: 64 * 1024 * 1024,
})
const { says, isBad } = ask.judge(error ? '' : stdout)
process.stdout.write(`${says}\n`)
if (isBad) process.exitCode = 1
