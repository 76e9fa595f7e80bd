import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A browser that runs here: its program, and the environment variables it needs. */
type Chromium = { program: string; env: Record<string, string> }

// The headless shell first: it has no windows to draw, and the tests take a third less of the processor with it.
const systemPrograms = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * The browser for the tests: CHROMIUM_PATH, else the system's, else the one that came as a package. Programs in
 * `system` are tried by running them, since some distributions put a stub there. Throws when none of them runs.
 */
export async function findChromium(system = systemPrograms): Promise<Chromium> {
  const chosen = process.env.CHROMIUM_PATH
  if (chosen) {
    const obstacle = await obstacleOf({ program: chosen, env: {} })
    if (obstacle) throw new Error(`CHROMIUM_PATH is ${chosen}, which does not run: ${obstacle}`)
    return { program: chosen, env: {} }
  }
  return (await systemChromium(system)) ?? (await packagedChromium())
}

// The browser opens nothing but the app under test, and its sandbox needs rights that root in a container lacks.
// Playwright adds the flags that keep it headless, quiet and without requests of its own. One process renders the tabs
// of a profile, and none is started in advance: starting those took a sixth of a page's processor time.
const flags = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--renderer-process-limit=1']

/** How Playwright starts the browser of the tests. Rejects, saying what to install, when none runs here. */
export async function chromiumOptions(system = systemPrograms) {
  const { program, env } = await findChromium(system)
  return { executablePath: program, args: flags, env: { ...process.env, ...env } }
}

/** The first of these programs that runs, if any does. */
export async function systemChromium(programs = systemPrograms): Promise<Chromium | undefined> {
  for (const program of programs) {
    const found = { program, env: {} }
    if (existsSync(program) && !(await obstacleOf(found))) return found
  }
  return undefined
}

/** Chromium from the package @sparticuz/chromium, unpacked once for each account. It runs on Linux only. */
async function packagedChromium(): Promise<Chromium> {
  const folder = await unpackOnce()
  const program = path.join(folder, 'chromium')
  const fonts = { FONTCONFIG_PATH: path.join(folder, 'fonts') }
  const plain: Chromium = { program, env: existsSync('/etc/fonts/fonts.conf') ? {} : fonts }
  if (!(await obstacleOf(plain))) return plain
  // A bare machine lacks NSS, which the package brings along.
  const withLibraries = { program, env: { ...plain.env, LD_LIBRARY_PATH: path.join(folder, 'al2023/lib') } }
  const obstacle = await obstacleOf(withLibraries)
  if (!obstacle) return withLibraries
  throw new Error(
    `The tests need Chromium, and none runs here. Install it (on Debian: apt-get install chromium) or set ` +
      `CHROMIUM_PATH to it. The one that npm brought does not run: ${obstacle}`,
  )
}

async function unpackOnce(): Promise<string> {
  const manifest = createRequire(import.meta.url)
    .resolve('@sparticuz/chromium')
    .replace(/build.*$/, 'package.json')
  const { version } = JSON.parse(readFileSync(manifest, 'utf8'))
  const account = process.getuid?.()
  const folder = path.join(tmpdir(), `folio-chromium-${version}-${account}`)
  if (statSync(folder, { throwIfNoEntry: false })?.uid === account) return folder
  // Unpacked aside and then renamed: test files run side by side, and none may find an incomplete browser.
  const unfinished = mkdtempSync(`${folder}-`)
  try {
    await unpackTo(unfinished)
    pointFontsTo(path.join(unfinished, 'fonts/fonts.conf'), path.join(folder, 'fonts'))
    renameSync(unfinished, folder)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    if (!existsSync(folder)) throw error // else another process was quicker
  }
  return folder
}

// In a process of its own: the package sets environment variables when it is imported, and unpacks into TMPDIR. It
// unpacks its libraries only if it believes to be on AWS Lambda.
async function unpackTo(folder: string): Promise<void> {
  const script = `const { default: chromium } = await import('@sparticuz/chromium'); await chromium.executablePath()`
  const env = { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' }
  const cwd = import.meta.dirname
  await run(process.execPath, ['--input-type=module', '--eval', script], { cwd, env, timeout: 60_000 })
}

function pointFontsTo(file: string, fonts: string): void {
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll('/tmp/fonts', fonts))
}

/** Why the browser cannot run, or undefined when it can. */
async function obstacleOf({ program, env }: Chromium): Promise<string | undefined> {
  try {
    await run(program, ['--version', '--no-sandbox'], { env: { ...process.env, ...env }, timeout: 20_000 })
    return undefined
  } catch (error) {
    return (error as Error).message.trim()
  }
}
