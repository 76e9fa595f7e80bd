import { vi } from 'vitest'

/** Replaces the device's clipboard, which all pages of a run share. Returns the list of copied texts, in order. */
export function fakeClipboard(): string[] {
  const copied: string[] = []
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => {
    copied.push(text)
  })
  return copied
}
