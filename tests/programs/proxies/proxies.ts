import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { configurations, type Place } from './guide.ts'

/** A proxy of the guide: writes its files, and gives the command that runs it in the foreground. */
type Proxy = { name: string; program: string; prepare: (place: Place) => string[] }

const write = (folder: string, name: string, text = '') => {
  const file = path.join(folder, name)
  writeFileSync(file, text)
  return file
}

const nginx: Proxy = {
  name: 'nginx',
  program: 'nginx',
  prepare: (place) => {
    const { folder } = place
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((name) => `${name}_temp_path ${folder}/${name};`)
      .join(' ')
    const isRoot = process.getuid?.() === 0
    const [site = ''] = configurations('nginx', place)
    const main = `daemon off; pid ${folder}/pid; error_log stderr; ${isRoot ? 'user root;' : ''}
      events {} http { access_log off; ${temporary} include ${write(folder, 'folio.conf', site)}; }`
    return ['-p', folder, '-c', write(folder, 'nginx.conf', main)]
  },
}

const caddy: Proxy = {
  name: 'Caddy',
  program: 'caddy',
  prepare: (place) => {
    const { folder, tlsPort } = place
    const [site = ''] = configurations('Caddy', place)
    // A certificate that is there, since nobody gives one to localhost.
    const begins = `https://localhost:${tlsPort} {\n`
    const given = `${begins}\ttls ${folder}/fullchain.pem ${folder}/privkey.pem\n`
    const file = write(
      folder,
      'Caddyfile',
      `{\n\tadmin off\n\tgrace_period 1s\n}\n${site.replace(begins, given)}`,
    )
    return ['run', '--config', file, '--adapter', 'caddyfile']
  },
}

const traefik: Proxy = {
  name: 'Traefik',
  program: 'traefik',
  prepare: (place) => {
    const { folder } = place
    const [main, site] = configurations('Traefik', place)
    write(folder, 'folio.yaml', site)
    return [`--configfile=${write(folder, 'traefik.yaml', main)}`]
  },
}

/** Those of the guide's proxies that this machine has. */
export const installedProxies = [nginx, caddy, traefik].filter(
  ({ program }) => !spawnSync(program, ['version']).error,
)

export type RunningProxy = {
  tlsPort: number
  plainPort: number
  /** The certificate that it shows, as the authority of itself. */
  ca: Buffer
  end: () => Promise<void>
}

/** Starts a proxy with the guide's configuration in front of a port. Resolves once it takes connections. */
export async function startProxy(proxy: Proxy, folioPort: number): Promise<RunningProxy> {
  const folder = mkdtempSync(path.join(tmpdir(), 'folio-proxy-'))
  const [plainPort, tlsPort] = [await freePort(), await freePort()]
  makeCertificate(folder)
  const args = proxy.prepare({ folioPort, plainPort, tlsPort, folder })
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const child = spawn(proxy.program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk) => (printed += chunk))
  const ended = once(child, 'exit')
  while (!(await takesConnections(tlsPort))) {
    if (child.exitCode !== null) throw new Error(`${proxy.name} ended:\n${printed}`)
    await delay(50)
  }
  return {
    tlsPort,
    plainPort,
    ca: readFileSync(path.join(folder, 'fullchain.pem')),
    end: async () => {
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function makeCertificate(folder: string): void {
  const files = ['-keyout', `${folder}/privkey.pem`, '-out', `${folder}/fullchain.pem`]
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  execFileSync('openssl', ['req', ...kind, ...name, ...files], { stdio: 'ignore' })
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}

async function takesConnections(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
