import { describe, expect, it } from 'vitest'
import { sampleRequests } from '../testing/requests.ts'
import { automationOf } from './agents-rules.ts'

describe('Kinds of programs by their requests (decision 6)', () => {
  it.each(sampleRequests)('$who: $is', ({ headers, method = 'POST', is }) => {
    expect(automationOf({ method, headers })).toBe(is)
    // The second time, from the cache.
    expect(automationOf({ method, headers })).toBe(is)
  })

  it('has more than a hundred samples, half of them people and previews', () => {
    expect(sampleRequests.length).toBeGreaterThan(100)
    expect(sampleRequests.filter(({ is }) => is === null).length).toBeGreaterThan(40)
    expect(sampleRequests.filter(({ is }) => is === 'preview').length).toBeGreaterThan(30)
  })

  it('judges an agent of any length without delay', () => {
    const agent = `Mozilla/5.0 ${'(a'.repeat(50_000)}`
    const started = performance.now()
    automationOf({ method: 'POST', headers: { 'user-agent': agent } })
    expect(performance.now() - started).toBeLessThan(200)
  })

  it('judges thousands of made-up agents as correctly as the first', () => {
    const [first] = sampleRequests
    for (let n = 0; n < 5_000; n += 1)
      expect(
        automationOf({ method: 'POST', headers: { 'user-agent': `${first?.headers['user-agent']} ${n}` } }),
      ).toBeNull()
  })
})
