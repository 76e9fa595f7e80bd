import { describe, expect, it } from 'vitest'
import { sampleRequests } from '../testing/requests.ts'
import { automationOf } from './agents-rules.ts'

describe('Who is looking (decision 19)', () => {
  it.each(sampleRequests)('$who: $is', ({ headers, method = 'POST', is }) => {
    expect(automationOf({ method, headers })).toBe(is)
    // Once more, as it is remembered.
    expect(automationOf({ method, headers })).toBe(is)
  })

  it('the samples are more than a hundred, half of them people and previews', () => {
    expect(sampleRequests.length).toBeGreaterThan(100)
    expect(sampleRequests.filter(({ is }) => is === null).length).toBeGreaterThan(40)
    expect(sampleRequests.filter(({ is }) => is === 'preview').length).toBeGreaterThan(30)
  })

  it('an agent of any length is judged at once', () => {
    const agent = `Mozilla/5.0 ${'(a'.repeat(50_000)}`
    const started = performance.now()
    automationOf({ method: 'POST', headers: { 'user-agent': agent } })
    expect(performance.now() - started).toBeLessThan(200)
  })

  it('thousands of made-up agents are judged as rightly as the first', () => {
    const [first] = sampleRequests
    for (let n = 0; n < 5_000; n += 1)
      expect(
        automationOf({ method: 'POST', headers: { 'user-agent': `${first?.headers['user-agent']} ${n}` } }),
      ).toBeNull()
  })
})
