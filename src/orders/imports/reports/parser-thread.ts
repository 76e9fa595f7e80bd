import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { AppError } from '../../../shared/errors.ts'
import { RunStopped } from '../../runs/execute.ts'
import type { Parsed, Ports, Task } from './parser.ts'
import type { Batch } from './rows/reading.ts'

export type Needs =
  | { kind: 'chunk'; number: number }
  | { kind: 'begin'; rows: number }
  | { kind: 'staged'; batch: Batch }
export type FromParser = { ask: number; needs: Needs } | { parsed: Parsed }
export type ToParser = { of: number; bytes: Uint8Array | null }

/** Rows and batches are small; with a young generation of 4 MB their memory is reused soon. */
const memoryMb = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4 }

/**
 * Parses a report in a thread of its own, so that the process answers requests meanwhile. Throws what the ports throw,
 * {@link RunStopped} when `signal` is aborted, and `internal_error` when the thread dies.
 */
export async function parseInThread(
  task: Task,
  ports: Ports,
  signal: AbortSignal,
  program = new URL('./parser-worker.ts', import.meta.url),
): Promise<Parsed> {
  if (signal.aborted) throw new RunStopped()
  // Otherwise the program's own flag, meant for its main thread, would overrule this one.
  setFlagsFromString('--max-semi-space-size=0')
  const worker = new Worker(program, { workerData: task, resourceLimits: memoryMb })
  const { promise, resolve, reject } = Promise.withResolvers<Parsed>()
  const answering = new Set<Promise<unknown>>()
  const stop = () => reject(new RunStopped())
  signal.addEventListener('abort', stop)
  worker.on('message', (message: FromParser) => {
    if ('parsed' in message) return resolve(message.parsed)
    const answered = answer(ports, message.needs)
      .then((bytes) => worker.postMessage({ of: message.ask, bytes } satisfies ToParser), reject)
      .finally(() => answering.delete(answered))
    answering.add(answered)
  })
  worker.on('error', (error) => reject(died(error)))
  worker.on('exit', (code) => reject(died(new Error(`The thread ended with ${code}`))))
  try {
    return await promise
  } finally {
    signal.removeEventListener('abort', stop)
    await worker.terminate()
    // The next attempt must not begin while a batch is still being stored.
    await Promise.all(answering)
  }
}

async function answer(ports: Ports, needs: Needs): Promise<Uint8Array | null> {
  if (needs.kind === 'chunk') return ports.chunk(needs.number)
  await (needs.kind === 'begin' ? ports.begin(needs.rows) : ports.staged(needs.batch))
  return null
}

const died = (cause: unknown) =>
  Object.assign(
    new AppError(
      'internal_error',
      'Reading the file ended unexpectedly. Nothing of it has taken effect: start it again.',
    ),
    { cause },
  )
