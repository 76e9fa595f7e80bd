import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { type Parsed, parseReport, type Task } from '../parser.ts'
import type { RowError } from '../rows/row.ts'

/**
 * Reads a report without a database: its result, the staged lines cell by cell, the problems, and how many different
 * chunks were read.
 */
export async function parsed(
  file: string | Uint8Array,
  { chunkBytes = 1_048_576, ...task }: Partial<Task> & { chunkBytes?: number } = {},
): Promise<{
  outcome: Parsed
  rows: string[][]
  errors: string[]
  problems: RowError[]
  chunksRead: number
}> {
  const bytes = typeof file === 'string' ? Buffer.from(file) : file
  const problems: RowError[] = []
  let copied = ''
  const chunksRead = new Set<number>()
  const outcome = await parseReport(
    {
      fileHash: createHash('sha256').update(bytes).digest(),
      marketplace: 'us',
      currency: 'USD',
      reportAsOf: new Date('2026-11-22T12:00:00Z'),
      dateOrder: null,
      timeZone: 'America/Los_Angeles',
      statuses: {},
      ...task,
    },
    {
      chunk: async (number) => {
        chunksRead.add(number)
        const chunk = bytes.subarray(number * chunkBytes, (number + 1) * chunkBytes)
        return chunk.length > 0 ? gzipSync(chunk) : null
      },
      begin: async () => {},
      staged: async ({ pieces, errors }) => {
        copied += Buffer.concat(pieces).toString()
        problems.push(...errors)
      },
    },
  )
  return {
    outcome,
    rows: copied
      .split('\n')
      .slice(0, -1)
      .map((line) => line.split('\t').map((cell) => cell.replaceAll('\\\\', '\\'))),
    errors: problems.map(({ line, column, message }) => `${line}, ${column}: ${message}`),
    problems,
    chunksRead: chunksRead.size,
  }
}
