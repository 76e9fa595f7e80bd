import { parentPort, workerData } from 'node:worker_threads'
import { parseReport, type Task } from './parser.ts'
import type { FromParser, Needs, ToParser } from './parser-thread.ts'

// Runs in a thread of its own, and asks the main thread for what it needs, one request at a time.

type Answer = (message: Extract<ToParser, { of: number }>) => void

const port = parentPort
if (!port) throw new Error('This file runs as a worker thread')
const open = new Map<number, Answer>()
let asked = 0

port.on('message', (message: ToParser) => {
  open.get(message.of)?.(message)
  open.delete(message.of)
})

function ask(needs: Needs, transferred: ArrayBuffer[] = []): Promise<Uint8Array | null> {
  asked += 1
  const message: FromParser = { ask: asked, needs }
  const answered = new Promise<Uint8Array | null>((resolve) => {
    open.set(asked, ({ bytes }) => resolve(bytes))
  })
  port?.postMessage(message, transferred)
  return answered
}

const parsed = await parseReport(workerData as Task, {
  chunk: (number) => ask({ kind: 'chunk', number }),
  begin: async (rows) => {
    await ask({ kind: 'begin', rows })
  },
  staged: async (batch) => {
    await ask(
      { kind: 'staged', batch },
      batch.pieces.map(({ buffer }) => buffer as ArrayBuffer),
    )
  },
})
port.postMessage({ parsed } satisfies FromParser)
port.close()
