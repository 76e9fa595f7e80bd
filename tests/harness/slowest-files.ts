import path from 'node:path'
import type { TestModule, Vitest } from 'vitest/node'

const shown = 10

const secondsOf = (module: TestModule) => module.diagnostic().duration / 1_000

/** Prints the slowest test files of a run. Not a reporter, which `--reporter` would replace. */
export function reportSlowestFiles(vitest: Vitest): void {
  const files = vitest.state.getTestModules()
  if (files.length < 2) return
  const slowest = files.toSorted((a, b) => secondsOf(b) - secondsOf(a)).slice(0, shown)
  const lines = slowest.map(
    (file) => `${secondsOf(file).toFixed(1).padStart(6)} s  ${path.relative(process.cwd(), file.moduleId)}`,
  )
  console.log(`The slowest of ${files.length} test files:\n${lines.join('\n')}\n`)
}
