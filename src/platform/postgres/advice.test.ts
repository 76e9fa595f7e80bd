import { describe, expect, it } from 'vitest'
import { adviceOn } from './advice.ts'

describe('what PostgreSQL says of the machine', () => {
  it.each([
    ['initdb: error: could not look up effective user ID 54321: user does not exist', /\/etc\/passwd/],
    [
      'FATAL:  could not open shared memory segment "/PostgreSQL.1": Read-only file system',
      /cannot be written/,
    ],
    ['FATAL:  could not open shared memory segment "/PostgreSQL.1": Permission denied', /cannot be written/],
    [
      'FATAL:  could not resize shared memory segment "/PostgreSQL.1" to 8 bytes: No space left on device',
      /larger/,
    ],
  ])('is followed by what to do: %s', (words, todo) => {
    expect(adviceOn(`LOG:  starting\n${words}\nLOG:  database system is shut down`)).toMatch(todo)
  })

  it('stands alone where it says so itself', () => {
    expect(adviceOn('unrecognized configuration parameter "no_such_setting"')).toBe('')
  })
})
