import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import { expect, it } from 'vitest'
import { piecesOf } from './pieces.ts'

const decompress = promisify(zstdDecompress)

async function* sent(parts: string[]) {
  for (const part of parts) yield Buffer.from(part)
}

/** The lines of each piece. */
async function cut(parts: string[]) {
  const pieces: { text: string; rows: number }[] = []
  for await (const { bytes, rows } of piecesOf(sent(parts)))
    pieces.push({ text: (await decompress(bytes)).toString(), rows })
  return pieces
}

it('rows are cut at ends of lines only, however they arrive (decision 75)', async () => {
  expect(await cut([])).toEqual([])
  expect(await cut(['1\ta', '\\n\n2\tb\n'])).toEqual([{ text: '1\ta\\n\n2\tb\n', rows: 2 }])
  const line = `${'x'.repeat(700_000)}\n`
  const halves = [line.slice(0, 5), line.slice(5)]
  const pieces = await cut(Array.from({ length: 20 }, () => halves).flat())
  expect(pieces.length).toBeGreaterThan(2)
  expect(pieces.every(({ text }) => text.endsWith('\n'))).toBe(true)
  expect(pieces.map(({ text }) => text).join('')).toBe(line.repeat(20))
  expect(pieces.reduce((sum, { rows }) => sum + rows, 0)).toBe(20)
})
