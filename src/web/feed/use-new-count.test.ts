import { describe, expect, it } from 'vitest'
import { newPostsText, waitAfter } from './use-new-count.ts'

describe('the text that offers new posts', () => {
  it.each([
    [1, '1 new post'],
    [12, '12 new posts'],
    [99, '99 new posts'],
    [100, '99+ new posts'],
  ])('for %i says %j', (count, text) => {
    expect(newPostsText(count)).toBe(text)
  })
})

describe('asking for new posts again', () => {
  it.each([
    [0, 30],
    [1, 60],
    [2, 120],
    [3, 240],
    [4, 300],
    [50, 300],
  ])('after %i failures in a row waits %i seconds', (failures, seconds) => {
    expect(waitAfter(failures)).toBe(seconds * 1000)
  })
})
