import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Api, ApiError } from '../../api/client.ts'
import { waitingOutLimits } from './timed-api.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const limited = new ApiError(429, 'rate_limited', 'Too many requests.', [], 20)

/** An API whose first answer is a refusal, and the times of its calls. */
function limitedOnce() {
  const askedAt: number[] = []
  const begun = Date.now()
  const api = (async () => {
    askedAt.push(Date.now() - begun)
    if (askedAt.length === 1) throw limited
    return { items: [] }
  }) as unknown as Api
  return { api, askedAt }
}

describe('calls that wait out a limit', () => {
  it('are repeated when the server said, and hold back the others meanwhile', async () => {
    const { api, askedAt } = limitedOnce()
    const waits: boolean[] = []
    const { signal } = new AbortController()
    const patient = waitingOutLimits(api, { signal, onWait: (isWaiting) => waits.push(isWaiting) })
    const first = patient('GET /api/v1/categories')
    await vi.advanceTimersByTimeAsync(5_000)
    const second = patient('GET /api/v1/categories')
    await vi.advanceTimersByTimeAsync(14_999)
    expect(askedAt).toEqual([0])
    await vi.advanceTimersByTimeAsync(1)
    expect(await Promise.all([first, second])).toEqual([{ items: [] }, { items: [] }])
    expect(askedAt).toEqual([0, 20_000, 20_000])
    expect(waits).toEqual([true, true, false, false])
  })

  it('end with their dialog', async () => {
    const { api, askedAt } = limitedOnce()
    const controller = new AbortController()
    const patient = waitingOutLimits(api, { signal: controller.signal, onWait: () => {} })
    const call = patient('GET /api/v1/categories').catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(1_000)
    controller.abort()
    expect(await call).toMatchObject({ name: 'AbortError' })
    await vi.runAllTimersAsync()
    expect(askedAt).toEqual([0])
  })

  it('pass on every other refusal', async () => {
    const refused = new ApiError(400, 'validation_failed', 'no')
    const { signal } = new AbortController()
    const api = (() => Promise.reject(refused)) as Api
    const patient = waitingOutLimits(api, { signal, onWait: () => {} })
    await expect(patient('GET /api/v1/categories')).rejects.toBe(refused)
  })
})
