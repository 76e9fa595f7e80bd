import { readFile } from 'node:fs/promises'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'
import type { CountryResponse, Reader } from 'mmdb-lib'
import { SettingsError } from '../../platform/config.ts'

/** The country of an address (ISO 3166, two letters); null for private and unknown ones. */
export type CountryOf = (address: string) => string | null

/** Kinds of databases that tell countries, by what they call themselves: `GeoLite2-Country`, `DBIP-City-Lite` … */
const tellsCountries = /country|city|enterprise|location/i

/**
 * Opens the database of countries at `path`, in MaxMind's format; without a path no address has a country. It is read
 * once: another file needs a restart. Throws SettingsError for what is no such database.
 */
export async function openCountries(path: string | undefined): Promise<CountryOf> {
  if (!path) return () => null
  const reader = await openReader(path)
  return (address) => {
    const place = placeOf(address, reader.metadata.ipVersion)
    return place && countryIn(reader, place)
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
  if (!tellsCountries.test(databaseType))
    throw refuse(`the database ${path} (${databaseType}) tells no countries`)
  return reader
}

/** The address as it is looked up; null where a database of its version cannot know it. */
function placeOf(address: string, ipVersion: number): string | null {
  if (!ipaddr.isValid(address)) return null
  const parsed = ipaddr.process(address)
  if (parsed.range() !== 'unicast' || (parsed.kind() === 'ipv6' && ipVersion === 4)) return null
  return parsed.toString()
}

/** Where the address is used; where its network is registered says nothing of readers behind satellites and relays. */
function countryIn(reader: Reader<CountryResponse>, address: string): string | null {
  try {
    const code = reader.get(address)?.country?.iso_code
    return code && /^[A-Z]{2}$/.test(code) ? code : null
  } catch {
    // A file that is damaged somewhere must not cost the click.
    return null
  }
}
