// `npm run chaos` kills the program and its database at random moments under load, and proves after each time that
// nothing acknowledged was lost or doubled: `npm run chaos -- [--rounds 50] [--seed n] [app|database]`. The faults that
// take long are tests of their own: `npm run chaos -- faults [words of a file's name]`. `npm run chaos -- failover`
// kills each of two nodes, two standbys and a primary in turn; `patroni` does worse to three databases under Patroni.
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { failover } from './failover.ts'
import { patroni } from './patroni/run.ts'
import { chaos, victims } from './rounds.ts'

const [first, ...rest] = process.argv.slice(2)
if (first === 'faults')
  process.exit(spawnSync('vitest', ['run', '--project', 'faults', ...rest], { stdio: 'inherit' }).status ?? 1)

const ofServers = { failover, patroni }
if (first === 'failover' || first === 'patroni') {
  const failed = await ofServers[first]((line) => console.log(line)).then(
    () => 0,
    (error: unknown) => {
      console.error(error instanceof Error ? error.message : error)
      return 1
    },
  )
  process.exit(failed)
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '50' }, seed: { type: 'string' } },
})
const rounds = Number(values.rounds)
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 32))
const chosen = victims.filter((victim) => positionals.length === 0 || positionals.includes(victim))
const isUnderstood = positionals.every((name) => chosen.some((victim) => victim === name))
if (!isUnderstood || !Number.isInteger(rounds) || rounds < 1 || !Number.isInteger(seed)) {
  console.error(
    `Usage: npm run chaos -- [--rounds 50] [--seed n] [${victims.join('|')}]\n       npm run chaos -- faults\n       npm run chaos -- failover|patroni`,
  )
  process.exit(2)
}

try {
  for (const victim of chosen) {
    console.log(`Killing the ${victim} ${rounds} times; seed ${seed}`)
    const started = performance.now()
    const observed = await chaos({ victim, rounds, seed, report: (line) => console.log(line) })
    const outcomes = Map.groupBy(observed.acknowledged.values(), ({ outcome }) => outcome)
    console.log(
      `${rounds} times killed in ${Math.round((performance.now() - started) / 1000)} s. Acknowledged, and each there ` +
        `once: ${observed.acknowledged.size} clicks (${[...outcomes].map(([name, { length }]) => `${length} ${name}`).join(', ')}) ` +
        `and ${observed.posted.length} products. Connections cut ${observed.cut}, answers not waited for ` +
        `${observed.left}, refusals ${observed.refused}, clicks never answered ${observed.unanswered.size}. Folded ${observed.folds} times meanwhile.`,
    )
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
