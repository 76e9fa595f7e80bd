import { request as ask, createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll } from 'vitest'
import type { TestApp } from '../../harness/app.ts'

/** Which of the nodes answers a path; null: the server cannot be reached. */
type Route = (path: string) => TestApp | null

export type Front = { url: string; route: Route; close: () => void }

/** One address in front of several nodes, as a balancer has: so a release comes, or a server goes, under open pages. */
async function startFront(): Promise<Front> {
  const front: Front = { url: '', route: () => null, close: () => undefined }
  const server: Server = createServer((request, response) => {
    const node = front.route(request.url ?? '/')
    if (!node) return void request.socket.destroy()
    const { method, headers } = request
    const onwards = ask(new URL(request.url ?? '/', node.url), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    onwards.on('error', () => request.socket.destroy())
    request.pipe(onwards)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  front.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  front.close = () => {
    server.close()
    server.closeAllConnections()
  }
  return front
}

/** The same for all tests of a file. */
export function setFront(): Readonly<{ front: Front }> {
  const stage = {} as { front: Front }
  beforeAll(async () => {
    stage.front = await startFront()
  })
  afterAll(() => stage.front?.close())
  return stage
}
