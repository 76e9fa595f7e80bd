import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { writeCountryDatabase } from '../../../tests/fakes/country-database.ts'
import { SettingsError } from '../../platform/settings/read.ts'
import { openCountries } from './country.ts'

let folder: string
let database: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'folio-countries-'))
  database = path.join(folder, 'countries.mmdb')
  await writeCountryDatabase(database, {
    '81.2.69.0/24': 'GB',
    '81.2.70.0/23': 'ES',
    '89.160.0.0/16': 'SE',
    '77.1.1.0/24': null,
    '78.1.1.0/24': 'Mars',
    '10.0.0.0/8': 'FR',
    '2a02:8100::/28': 'DE',
  })
})

describe('Countries of addresses, from a database in MaxMind’s format', () => {
  it.each([
    ['81.2.69.160', 'GB'],
    ['81.2.71.1', 'ES'],
    ['::ffff:81.2.69.160', 'GB'],
    ['::ffff:5102:45a0', 'GB'],
    ['89.160.20.112', 'SE'],
    ['2a02:8101:1234::1', 'DE'],
    ['8.8.8.8', null],
    ['2001:4860:4860::8888', null],
    ['77.1.1.1', null],
    ['78.1.1.1', null],
    ['10.1.2.3', null],
    ['127.0.0.1', null],
    ['::1', null],
    ['fe80::1%eth0', null],
    ['fd00::1', null],
    ['no address', null],
    ['', null],
  ])('%s is in %s', async (address, country) => {
    expect((await openCountries(database))(address)).toBe(country)
  })

  it('without a database no address has a country', async () => {
    expect((await openCountries(undefined))('81.2.69.160')).toBeNull()
  })
})

describe('A file without countries stops the start with a message', () => {
  it.each([
    ['is missing', 'missing.mmdb', async () => {}, /GEO_DATABASE: .*cannot be read \(ENOENT\)/],
    [
      'is something else',
      'notes.txt',
      (file: string) => writeFile(file, 'Hello'),
      /no database in MaxMind’s format/,
    ],
    ['is empty', 'empty.mmdb', (file: string) => writeFile(file, ''), /no database in MaxMind’s format/],
    [
      'tells networks only',
      'networks.mmdb',
      (file: string) => writeCountryDatabase(file, { '81.2.69.0/24': 'GB' }, 'GeoLite2-ASN'),
      /\(GeoLite2-ASN\) has no countries/,
    ],
  ])('one that %s', async (_, name, make, message) => {
    const file = path.join(folder, name)
    await make(file)
    const opening = openCountries(file)
    await expect(opening).rejects.toThrow(message)
    await expect(opening).rejects.toThrow(SettingsError)
  })
})
