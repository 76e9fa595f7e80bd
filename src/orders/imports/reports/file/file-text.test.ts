import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { bytesOfFile } from './file-text.ts'

/** How much is read of a file of one stored piece. */
async function lengthOf(stored: Buffer): Promise<number> {
  let length = 0
  for await (const bytes of bytesOfFile(async (number) => (number === 0 ? stored : null), null))
    length += bytes.length
  return length
}

it('a stored piece is unpacked to no more than a piece has (decision 24)', async () => {
  expect(await lengthOf(gzipSync(Buffer.alloc(1_048_576)))).toBe(1_048_576)
  await expect(lengthOf(gzipSync(Buffer.alloc(50_000_000)))).rejects.toThrow()
})
