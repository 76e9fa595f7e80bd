import { afterEach, expect, it, vi } from 'vitest'
import { inBrowser, inTab, parsed } from './storage.ts'

afterEach(() => vi.unstubAllGlobals())

it('stores texts in the browser and in the tab, apart from each other', () => {
  const texts = () => {
    const stored = new Map<string, string>()
    return {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, text: string) => void stored.set(key, text),
      removeItem: (key: string) => void stored.delete(key),
    }
  }
  vi.stubGlobal('window', { localStorage: texts(), sessionStorage: texts() })
  expect([inBrowser.lasts(), inTab.lasts()]).toEqual([true, true])
  inBrowser.write('a', 'one')
  inTab.write('a', 'two')
  expect([inBrowser.read('a'), inTab.read('a'), inTab.read('b')]).toEqual(['one', 'two', null])
  inTab.forget('a')
  expect([inBrowser.read('a'), inTab.read('a')]).toEqual(['one', null])
})

it('keeps texts for the page where storage is refused, even access to it, and says that they do not last', () => {
  const refused = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  vi.stubGlobal('window', Object.defineProperty({}, 'localStorage', { get: refused }))
  inBrowser.write('a', 'one')
  expect([inBrowser.read('a'), inBrowser.lasts()]).toEqual(['one', false])
  inBrowser.forget('a')
  expect(inBrowser.read('a')).toBeNull()
})

it('never leaves an older text in a full storage, and uses the room that it took', () => {
  const stored = new Map([['old', 'x'.repeat(90)]])
  const size = () => [...stored.values()].join('').length
  const localStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    removeItem: (key: string) => void stored.delete(key),
    setItem: (key: string, text: string) => {
      // As the browser counts while it replaces.
      if (size() + text.length > 100) throw new DOMException('Full.', 'QuotaExceededError')
      stored.set(key, text)
    },
  }
  vi.stubGlobal('window', { localStorage })
  expect(inBrowser.lasts()).toBe(false)
  inBrowser.write('old', 'y'.repeat(95))
  expect(stored.get('old')).toBe('y'.repeat(95))
  inBrowser.write('old', 'z'.repeat(101))
  expect([inBrowser.read('old'), stored.has('old')]).toEqual(['z'.repeat(101), false])
  inBrowser.write('old', 'short')
  expect([inBrowser.read('old'), stored.get('old')]).toEqual(['short', 'short'])
  inBrowser.forget('old')
})

it('reads JSON, and null from invalid JSON', () => {
  expect(['{"a":1}', '', 'nothing', null].map(parsed)).toEqual([{ a: 1 }, null, null, null])
})
