import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** A finished request. */
export type Answered = {
  request: FastifyRequest
  reply: FastifyReply
  /** The route's pattern, never an address; for pages the name of their kind. */
  route: string
  ms: number
  /** The bytes that were sent, headers included. */
  bytes: number
  /** False if the client left before the whole answer was sent. */
  isWhole: boolean
}

/** Names the route of requests without one: pages, and unknown addresses. */
export type NameRoute = (method: string, path: string) => string

/** Reports the end of each request, also of those that were refused at once and those whose client left. */
export function watchAnswers(
  app: FastifyInstance,
  nameRoute: NameRoute,
  tell: (answered: Answered) => void,
): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw
    const sentBefore = socket.bytesWritten
    // Fires for every request; Fastify's onResponse does not if the caller left before the answer.
    reply.raw.once('close', () => {
      const route = request.routeOptions.url ?? nameRoute(request.method, pathOf(request.url))
      const bytes = socket.bytesWritten - sentBefore
      tell({ request, reply, route, ms: reply.elapsedTime, bytes, isWhole: reply.raw.writableFinished })
    })
    done()
  })
}

/** The path of an address, without its query. */
export const pathOf = (url: string): string => url.split('?')[0] as string
