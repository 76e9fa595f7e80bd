// One scene of `npm run test:packaging`, in namespaces of its own: a bare Debian in memory, in which the marked steps
// of documents are done one after the other. Any that fails ends it.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import path from 'node:path'
import { markedSteps, readUnit, type Step } from './steps.ts'

const projectDir = path.resolve(import.meta.dirname, '../..')
const [, , scene = '', root = '', base = ''] = process.argv
const account = 'folio'
/** One that nobody listens at here: the bare Debian shares this machine's ports. */
const port = await freePort()
const site = `http://127.0.0.1:${port}`

const say = (line: string) => process.stdout.write(`── ${line}\n`)
const read = (file: string) => readFileSync(path.join(projectDir, file), 'utf8')
const stepsOf = (document: string) => markedSteps(document, read(document))

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

/** How this machine reaches Debian's mirror and npm's registry: with the port, all that the bare one is told of it. */
function reach(): Record<string, string> {
  const names = ['http_proxy', 'https_proxy', 'no_proxy', 'npm_config_registry']
  const known = names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))
  const authority = process.env.NODE_EXTRA_CA_CERTS
  if (authority) copyFileSync(authority, `${root}/etc/authorities.pem`)
  return { ...Object.fromEntries(known), ...(authority && { NODE_EXTRA_CA_CERTS: '/etc/authorities.pem' }) }
}

/** Mounts the bare Debian at `root` and lays the project's files, without what git ignores, into `folder`. */
function makeBareDebian(folder: string): void {
  const mount = (...args: string[]) => execFileSync('mount', args)
  mount('-t', 'tmpfs', '-o', 'size=8g,mode=755', 'none', root)
  execFileSync('tar', ['--extract', `--file=${base}`, `--directory=${root}`])
  mount('-t', 'proc', 'none', `${root}/proc`)
  mount('--rbind', '/dev', `${root}/dev`)
  // As much as containers have.
  mount('-t', 'tmpfs', '-o', 'size=64m,mode=1777', 'none', `${root}/dev/shm`)
  copyFileSync('/etc/resolv.conf', `${root}/etc/resolv.conf`)
  writeFileSync(`${root}/etc/hosts`, '127.0.0.1 localhost\n::1 localhost\n')
  mkdirSync(root + folder, { recursive: true })
  const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: projectDir,
  })
  const args = ['--create', '--file=-', `--directory=${projectDir}`, '--null', '--files-from=-']
  const files = execFileSync('tar', args, { input: list, maxBuffer: 1e9 })
  execFileSync('tar', ['--extract', '--file=-', `--directory=${root}${folder}`], { input: files })
}

let environment: Record<string, string> = {}

/** Runs commands in the bare Debian, as root or as the account. */
function start(commands: string, options: { folder: string; asRoot?: boolean }): ChildProcess {
  const shell = ['sh', '-ec', `cd ${options.folder}\n${commands}`]
  const home = options.asRoot ? '/root' : `/home/${account}`
  const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
  const as = options.asRoot
    ? []
    : ['setpriv', `--reuid=${account}`, `--regid=${account}`, '--init-groups', '--']
  return spawn('chroot', [root, ...as, ...shell], {
    env: { PATH, HOME: home, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
    // A group of its own, so that Ctrl-C can be pressed.
    detached: true,
  })
}

async function doStep(step: Step, folder: string): Promise<ChildProcess | undefined> {
  const { at, commands, asRoot, goesOn } = step
  say(`${at}${asRoot ? ', as root' : ''}\n${commands.trimEnd()}`)
  const began = performance.now()
  const child = start(commands, { folder, asRoot })
  child.stdout?.pipe(process.stdout)
  const ended = once(child, 'exit').then(([code]) => {
    if (goesOn || code !== 0) throw new Error(`${at} ended with exit code ${code}`)
  })
  await (goesOn ? Promise.race([untilRunning(child), ended]) : ended)
  ended.catch(() => {})
  say(`${at} was done in ${((performance.now() - began) / 1000).toFixed(0)} s`)
  return goesOn ? child : undefined
}

/** Resolves when Folio says that it is running. */
function untilRunning(child: ChildProcess): Promise<void> {
  let output = ''
  return new Promise((resolve) =>
    child.stdout?.on('data', (chunk) => {
      output += chunk
      if (/is running at/.test(output)) resolve()
    }),
  )
}

/** Fails unless the running Folio answers with this version, in a page too. */
async function checkSite(): Promise<void> {
  const { version } = JSON.parse(read('package.json'))
  const health = await fetch(`${site}/healthz`).then((answer) => answer.json())
  if (health.version !== version) throw new Error(`${site}/healthz says ${JSON.stringify(health)}`)
  const page = await fetch(`${site}/feed`).then((answer) => answer.text())
  if (!page.includes(`<meta name="version" content="${version}"`))
    throw new Error(`${site}/feed has no version`)
  say(`${site} is Folio ${version}`)
}

/**
 * Ends what a step has left running: by SIGINT to all of it, as Ctrl-C does, or by SIGTERM to the program alone, as
 * systemd and containers do, which then has to end well. Fails if a part of it stays.
 */
async function end(child: ChildProcess, signal: 'SIGINT' | 'SIGTERM'): Promise<void> {
  const exited = once(child, 'exit')
  if (child.pid) process.kill(signal === 'SIGINT' ? -child.pid : child.pid, signal)
  const [code] = await exited
  if (signal === 'SIGTERM' && code !== 0) throw new Error(`SIGTERM ended it with exit code ${code}`)
  const left = execFileSync('ps', ['-eo', 'args'])
    .toString()
    .match(/^.*\bpostgres\b.*$/m)
  if (left) throw new Error(`still there after ${signal}: ${left[0]}`)
  say(`ended by ${signal}`)
}

/** What README says, by an ordinary person in their own folder. */
async function readme(): Promise<void> {
  const folder = `/home/${account}/folio`
  makeBareDebian(folder)
  environment = { ...reach(), PORT: String(port) }
  execFileSync('chroot', [root, 'useradd', account])
  execFileSync('chroot', [root, 'chown', '-R', `${account}:`, `/home/${account}`])
  const prerequisites = 'packaging/install.sh prerequisites'
  await doStep({ at: 'README.md', commands: prerequisites, asRoot: true, goesOn: false }, folder)
  let folio: ChildProcess | undefined
  for (const step of [...stepsOf('README.md'), ...stepsOf('docs/backup.md')])
    folio = (await doStep(step, folder)) ?? folio
  if (!folio) throw new Error('no step has started Folio')
  await checkSite()
  await end(folio, 'SIGINT')
}

/**
 * What the operating guide says. Then what the unit for systemd says is run without systemd, with the program's folder
 * read-only as the unit makes it.
 */
async function operating(): Promise<void> {
  const unit = readUnit(read('packaging/folio.service'))
  makeBareDebian(unit.folder)
  environment = { ...reach(), PORT: String(port) }
  for (const step of stepsOf('docs/operating.md')) await doStep(step, unit.folder)
  execFileSync('mount', ['--bind', root + unit.folder, root + unit.folder])
  execFileSync('mount', ['-o', 'remount,bind,ro', root + unit.folder])
  const commands = `exec env ${unit.environment.join(' ')} ${unit.command}`
  const folio = await doStep(
    { at: 'packaging/folio.service', commands, asRoot: false, goesOn: true },
    unit.folder,
  )
  if (!folio) throw new Error('the unit has not started Folio')
  const check = 'node_modules/.bin/node packaging/healthcheck.ts'
  await doStep({ at: 'packaging/healthcheck.ts', commands: check, asRoot: false, goesOn: false }, unit.folder)
  await checkSite()
  await end(folio, 'SIGTERM')
}

const scenes: Record<string, () => Promise<void>> = { readme, operating }
await scenes[scene]?.()
process.exit(0)
