import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { CannotMeasure } from '../report.ts'

const run = promisify(execFile)
const benchDir = path.resolve(import.meta.dirname, '..')

/** The programs of bench/package.json. Only benchmarks need them, so the project does not install them. */
type Tool = 'autocannon' | 'lighthouse'

const installed = new Set<Tool>()

/** The folder of a tool, which is installed when it is first needed. */
export async function installTool(tool: Tool): Promise<string> {
  const folder = path.join(benchDir, 'node_modules', tool)
  if (installed.has(tool)) return folder
  const manifest = readManifest(benchDir)
  if (readManifest(folder)?.version !== manifest?.dependencies?.[tool]) {
    console.log(`Installing ${tool} …`)
    await run('npm', ['ci', '--prefix', benchDir, '--ignore-scripts', '--no-audit', '--no-fund'], {
      timeout: 300_000,
    }).catch((error: Error) => {
      throw new CannotMeasure(`${tool} could not be installed: ${error.message}`)
    })
  }
  installed.add(tool)
  return folder
}

type Manifest = { version?: string; dependencies?: Record<string, string> }

function readManifest(folder: string): Manifest | undefined {
  try {
    return JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
  } catch {
    return undefined
  }
}
