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
  inBrowser.write('a', 'one')
  inTab.write('a', 'two')
  expect([inBrowser.read('a'), inTab.read('a'), inTab.read('b')]).toEqual(['one', 'two', null])
  inTab.forget('a')
  expect([inBrowser.read('a'), inTab.read('a')]).toEqual(['one', null])
})

it('stores and finds nothing where storage is refused, even access to it', () => {
  const refused = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  vi.stubGlobal('window', Object.defineProperty({}, 'localStorage', { get: refused }))
  inBrowser.write('a', 'one')
  inBrowser.forget('a')
  expect(inBrowser.read('a')).toBeNull()
})

it('reads JSON, and null from invalid JSON', () => {
  expect(['{"a":1}', '', 'nothing', null].map(parsed)).toEqual([{ a: 1 }, null, null, null])
})
