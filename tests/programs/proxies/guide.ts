import { readFileSync } from 'node:fs'
import path from 'node:path'

const guide = path.resolve(import.meta.dirname, '../../../docs/reverse-proxies.md')

/** Where a configuration of the guide is tried, in place of the addresses and files that the guide names. */
export type Place = {
  /** Where Folio listens. */
  folioPort: number
  plainPort: number
  tlsPort: number
  /** A folder with the certificate `fullchain.pem` and the key `privkey.pem`. */
  folder: string
}

/** The configurations of a section of docs/reverse-proxies.md, in order, as they are tried at a place. */
export function configurations(section: string, place: Place): string[] {
  const text = readFileSync(guide, 'utf8').split(`\n## ${section}\n`)[1]?.split('\n## ')[0] ?? ''
  const blocks = Array.from(text.matchAll(/^```\w+\n(.*?)^```$/gms), ([, block = '']) => placed(block, place))
  if (blocks.length === 0) throw new Error(`${guide} has no configuration of ${section}`)
  return blocks
}

const placed = (block: string, { folioPort, plainPort, tlsPort, folder }: Place): string =>
  block
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${folioPort}`)
    .replaceAll('/etc/letsencrypt/live/folio.example', folder)
    .replaceAll('/etc/traefik', folder)
    .replaceAll('https://folio.example', `https://localhost:${tlsPort}`)
    .replaceAll('http://folio.example', `http://localhost:${plainPort}`)
    .replaceAll('folio.example', 'localhost')
    .replace(/(listen |address: ")(?::)?80\b/, `$1127.0.0.1:${plainPort}`)
    .replace(/(listen |address: ")(?::)?443\b/, `$1127.0.0.1:${tlsPort}`)
