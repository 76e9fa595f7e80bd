import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** A request at its end. */
export type Answered = {
  request: FastifyRequest
  reply: FastifyReply
  /** The route's pattern, never an address; of pages a name of their kind. */
  route: string
  ms: number
  /** What was sent, with its head. */
  bytes: number
  /** False where the client went away before the whole answer was sent. */
  isWhole: boolean
}

/** Names the route of requests without one: pages, and unknown addresses. */
export type NameRoute = (method: string, path: string) => string

/** Tells of the end of each request, also of those that were refused at once and those whose client went away. */
export function watchAnswers(
  app: FastifyInstance,
  nameRoute: NameRoute,
  tell: (answered: Answered) => void,
): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw
    const sentBefore = socket.bytesWritten
    // Comes for every request; Fastify's onResponse does not where the caller went away before the answer.
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
