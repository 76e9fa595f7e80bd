import { expect, it } from 'vitest'
import { sharedBuffers } from './memory.ts'

const gb = 1024 ** 3

it('gives the server an eighth of the memory, from 128 MB to 1 GB (decision 2)', () => {
  expect(sharedBuffers(0.5 * gb)).toBe(gb / 8)
  expect(sharedBuffers(1 * gb)).toBe(gb / 8)
  expect(sharedBuffers(4 * gb)).toBe(gb / 2)
  expect(sharedBuffers(64 * gb)).toBe(gb)
})

it('gives whole megabytes of the memory there is', () => {
  expect(sharedBuffers(4 * gb + 12_345) % 1024 ** 2).toBe(0)
  expect(sharedBuffers()).toBeGreaterThanOrEqual(gb / 8)
})
