// Makes ready what `npm test` needs and npm does not bring: the built web pages, and a browser.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { buildIfChanged } from '../src/platform/build/build.ts'
import { findChromium, systemChromium } from '../tests/harness/chromium.ts'

const projectDir = path.resolve(import.meta.dirname, '..')
const fiveMinutes = 300_000

/** Debian's own browser is newer than the package's; Ubuntu's package of that name only leads to another installer. */
function canInstallChromium(): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  return /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))
}

const packages = ['chromium-headless-shell', 'fonts-liberation']
const installation = ['install', '-y', '--no-install-recommends', ...packages]

// apt-get waits for its lock, so that two runs at once install once.
function aptGet(args: string[]) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const options = ['-q', '-o', 'DPkg::Lock::Timeout=240']
  execFileSync('apt-get', [...options, ...args], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: fiveMinutes,
  })
}

async function prepareBrowser() {
  if (process.env.CHROMIUM_PATH || (await systemChromium()) || !canInstallChromium()) return
  console.log(
    `There is no Chromium here for the browser tests. Installing Debian's packages ${packages.join(' and ')}:\n` +
      `  apt-get update && apt-get ${installation.join(' ')}\n` +
      'To have nothing installed, set CHROMIUM_PATH to a Chromium or Chrome of yours.',
  )
  try {
    aptGet(['update'])
    aptGet(installation)
  } catch (error) {
    console.log(
      `Debian's Chromium could not be installed, the one from npm is tried: ${(error as Error).message}`,
    )
  }
}

await Promise.all([prepareBrowser(), buildIfChanged(projectDir, process.env, console.log)])
const { program } = await findChromium()
console.log(`Browser tests run in ${program}`)
