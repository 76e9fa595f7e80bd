import { expect, it } from 'vitest'
import { splitHosts } from './hosts.ts'

it('an address that names several servers is one for each, with all else the same (decision 91)', () => {
  expect(splitHosts('postgresql://folio:a%40b,c@one:5433,two,[::1]:5434/folio?sslmode=verify-full')).toEqual([
    'postgresql://folio:a%40b,c@one:5433/folio?sslmode=verify-full',
    'postgresql://folio:a%40b,c@two/folio?sslmode=verify-full',
    'postgresql://folio:a%40b,c@[::1]:5434/folio?sslmode=verify-full',
  ])
  expect(splitHosts('postgres://db/folio')).toEqual(['postgres://db/folio'])
  expect(splitHosts('postgresql://u@localhost:5432/shop?host=%2Ftmp%2Fa,b')).toEqual([
    'postgresql://u@localhost:5432/shop?host=%2Ftmp%2Fa,b',
  ])
})
