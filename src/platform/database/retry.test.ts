import { expect, it } from 'vitest'
import { retryDeadlocks } from './retry.ts'

const failing = (...codes: string[]) => {
  let calls = 0
  const work = async () => {
    const code = codes[calls]
    calls += 1
    if (code) throw Object.assign(new Error(code), { code })
    return 'done'
  }
  return { work, calls: () => calls }
}

it('work that lost a deadlock is done again', async () => {
  const { work, calls } = failing('40P01', '40P01')
  expect(await retryDeadlocks(3, work)).toBe('done')
  expect(calls()).toBe(3)
})

it('what fails for another reason, or once too often, is not', async () => {
  const other = failing('40P01', '23505')
  await expect(retryDeadlocks(3, other.work)).rejects.toThrow('23505')
  expect(other.calls()).toBe(2)
  const often = failing('40P01', '40P01', '40P01')
  await expect(retryDeadlocks(3, often.work)).rejects.toThrow('40P01')
  expect(often.calls()).toBe(3)
})
