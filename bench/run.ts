// `npm run bench` measures every figure, `npm run bench -- page feed` some of them. See README.md.
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import { largeSize, trialSize, usualSize } from './data/size.ts'
import { clicksFigure } from './figures/clicks.ts'
import { earningsFigure } from './figures/earnings.ts'
import { feedFigure } from './figures/feed.ts'
import { interactionsFigure } from './figures/interactions.ts'
import { lighthouseFigure } from './figures/lighthouse.ts'
import { memoryFigure } from './figures/memory.ts'
import { ordersFigure } from './figures/orders.ts'
import { pageFigure } from './figures/page.ts'
import { searchFigure } from './figures/search.ts'
import { signInsFigure } from './figures/sign-ins.ts'
import { storefrontFigure } from './figures/storefront.ts'
import { CannotMeasure, describe, type Finding } from './report.ts'
import { createSetting, type Setting } from './stage/setting.ts'

const figures: Record<string, (setting: Setting) => Promise<Finding[]>> = {
  page: pageFigure,
  feed: feedFigure,
  storefront: storefrontFigure,
  search: searchFigure,
  clicks: clicksFigure,
  earnings: earningsFigure,
  orders: ordersFigure,
  'sign-ins': signInsFigure,
  lighthouse: lighthouseFigure,
  interactions: interactionsFigure,
  memory: memoryFigure,
}
/** They take too long to be measured by default. */
const onlyWhenNamed = ['memory', 'orders']

const { values, positionals } = readArguments()
const minutes = Number(values.minutes)
if (positionals.some((name) => !(name in figures)) || !(minutes > 0)) refuse(usage())

/** A run as `--save` writes it and `--compare` reads it. */
type Saved = { machine: string; findings: Record<string, Pick<Finding, 'measured' | 'detail'>> }

const processors = cpus()
const machine = `${processors.length} × ${processors[0]?.model ?? 'processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`
const before = values.compare === undefined ? undefined : readSaved(values.compare)
const saved: Saved = { machine, findings: {} }
console.log(machine)
if (before) console.log(`Before: ${before.machine}`)
if (loadOf() > processors.length * 0.75)
  console.log('The machine is busy: the figures are worse than on a quiet one.')
const size = values.large ? largeSize : values.small ? trialSize : usualSize
const setting = createSetting({ size, minutes, isSmall: values.small })
const unasked = Object.keys(figures).filter((name) => !onlyWhenNamed.includes(name))
const names = positionals.length > 0 ? positionals : unasked
process.once('SIGINT', () => {
  names.length = 0
  process.exitCode = 130
  void setting.end()
})
try {
  for (const name of names) await show(name)
} finally {
  await setting.end()
  if (values.save) writeFileSync(values.save, `${JSON.stringify(saved, null, 2)}\n`)
}

/** A figure that cannot be measured does not stop the others; only a fault makes the run fail. */
async function show(name: string): Promise<void> {
  console.log(`${name} (load ${loadOf().toFixed(1)})`)
  try {
    for (const finding of (await figures[name]?.(setting)) ?? []) {
      const { what, measured, detail } = finding
      saved.findings[what] = { measured, ...(detail && { detail }) }
      console.log(describe(finding, before?.findings[what]?.measured))
    }
  } catch (error) {
    const expected = error instanceof CannotMeasure || process.exitCode === 130
    console.log(`  not measured: ${expected ? (error as Error).message : (error as Error).stack}`)
    if (!expected) process.exitCode = 1
  }
}

/** How many programs wanted a processor in the last minute. */
function loadOf(): number {
  return loadavg()[0] ?? 0
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        large: { type: 'boolean', default: false },
        small: { type: 'boolean', default: false },
        minutes: { type: 'string', default: '10' },
        save: { type: 'string' },
        compare: { type: 'string' },
      },
    })
  } catch (error) {
    return refuse(`${(error as Error).message}\n${usage()}`)
  }
}

function readSaved(file: string): Saved {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    return refuse(`--compare ${file}: ${(error as Error).message}`)
  }
}

function usage(): string {
  return `Usage: npm run bench -- [--large] [--small] [--minutes 10] [--save FILE] [--compare FILE] [${Object.keys(figures).join('] [')}]`
}

function refuse(problem: string): never {
  console.error(problem)
  process.exit(1)
}
