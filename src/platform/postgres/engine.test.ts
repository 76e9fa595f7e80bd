import { describe, expect, it } from 'vitest'
import { locateEngine } from './engine.ts'

describe('a platform without an embedded PostgreSQL', () => {
  it('asks for DATABASE_URL', () => {
    expect(() => locateEngine('win32-ia32')).toThrow(
      /No embedded PostgreSQL is installed for win32-ia32 .*DATABASE_URL/,
    )
  })
})
