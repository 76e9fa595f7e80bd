import { readFile } from 'node:fs/promises'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'
import type { CountryResponse, Reader } from 'mmdb-lib'
import { SettingsError } from '../../platform/settings/read.ts'

/** The country of an address (ISO 3166, two letters); null for private and unknown ones. */
export type CountryOf = (address: string) => string | null

/** Databases with countries, by the type in their metadata: `GeoLite2-Country`, `DBIP-City-Lite` … */
const hasCountries = /country|city|enterprise|location/i

/**
 * Opens the database of countries at `path`, in MaxMind's format; without a path no address has a country. The file is
 * read once: a new one needs a restart. Throws SettingsError for a file that is no such database.
 */
export async function openCountries(path: string | undefined): Promise<CountryOf> {
  if (!path) return () => null
  const reader = await openReader(path)
  return (address) => {
    const known = lookupForm(address, reader.metadata.ipVersion)
    return known && countryIn(reader, known)
  }
}

async function openReader(path: string): Promise<Reader<CountryResponse>> {
  const refuse = (problem: string) => new SettingsError(`GEO_DATABASE: ${problem}`)
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw refuse(`the file ${path} cannot be read (${error.code})`)
  })
  const { Reader } = await import('mmdb-lib')
  let reader: Reader<CountryResponse>
  try {
    reader = new Reader<CountryResponse>(bytes, {
      cache: new LRUCache<string | number, object>({ max: 1_000 }),
    })
  } catch {
    throw refuse(`the file ${path} is no database in MaxMind’s format (.mmdb)`)
  }
  const { databaseType } = reader.metadata
  if (!hasCountries.test(databaseType))
    throw refuse(`the database ${path} (${databaseType}) has no countries`)
  return reader
}

/** The address to look up; null where a database of this IP version cannot hold it. */
function lookupForm(address: string, ipVersion: number): string | null {
  if (!ipaddr.isValid(address)) return null
  const parsed = ipaddr.process(address)
  if (parsed.range() !== 'unicast' || (parsed.kind() === 'ipv6' && ipVersion === 4)) return null
  return parsed.toString()
}

/** The country where the address is used. The country of registration is wrong for satellites and relays. */
function countryIn(reader: Reader<CountryResponse>, address: string): string | null {
  try {
    const code = reader.get(address)?.country?.iso_code
    return code && /^[A-Z]{2}$/.test(code) ? code : null
  } catch {
    // A damaged part of the file must not lose the click.
    return null
  }
}
