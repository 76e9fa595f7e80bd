// `npm run test:packaging`: does on a bare Debian what README and the operating guide tell people to do, literally
// (decision 93). Needs root and debootstrap, some minutes, 3 GB of memory, and Debian's mirror and npm's registry.
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const release = 'trixie'
const mirror = process.env.DEBIAN_MIRROR ?? 'http://deb.debian.org/debian'
/** Made once; remove it to have it made anew. */
const base = `/var/tmp/folio-bare-${release}.tar`

function complain(what: string): never {
  process.stderr.write(`${what}\n`)
  process.exit(1)
}

function run(command: string, args: string[]): void {
  const { error, status } = spawnSync(command, args, { stdio: 'inherit' })
  if (error || status !== 0) complain(`${command} failed: ${error?.message ?? `exit code ${status}`}`)
}

const isThere = (command: string) => spawnSync('sh', ['-c', `command -v ${command}`]).status === 0

function makeBase(): void {
  if (existsSync(base)) return
  const folder = mkdtempSync(path.join('/var/tmp', 'folio-bare-'))
  // What the account may enter once it is the root of a system.
  chmodSync(folder, 0o755)
  try {
    run('debootstrap', ['--variant=minbase', release, folder, mirror])
    run('tar', ['--create', `--file=${base}.part`, `--directory=${folder}`, '.'])
    renameSync(`${base}.part`, base)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

if (process.getuid?.() !== 0)
  complain('Nothing was tried: a Debian of its own takes root. Run: sudo npm run test:packaging')
if (!isThere('debootstrap'))
  complain('Nothing was tried: debootstrap is missing. Install it: apt-get install debootstrap')

makeBase()
const root = path.join(tmpdir(), `folio-bare-${process.pid}`)
mkdirSync(root)
process.once('exit', () => rmSync(root, { recursive: true, force: true }))
// Mounts and processes of a scene are in namespaces of its own, and gone when it ends, however that is.
const namespaces = ['--mount', '--pid', '--fork', '--kill-child', '--mount-proc']
for (const scene of ['readme', 'operating'])
  run('unshare', [
    ...namespaces,
    process.execPath,
    path.join(import.meta.dirname, 'scene.ts'),
    scene,
    root,
    base,
  ])
process.stdout.write('README and the operating guide hold on a bare Debian.\n')
