import type { FastifyInstance } from 'fastify'
import { sendBytes, sendFile } from '../../platform/files/export.ts'
import { authorizeFirst, type RouteEnvironment, registerRoutes } from '../../platform/http/register.ts'
import { defineRoutes } from '../../platform/http/route.ts'
import { longestBodyMs } from '../../platform/http/server.ts'
import { importsContract } from './contract.ts'
import { answerImport, askMerge, askUndo, discardImport } from './deciding.ts'
import { askPayingDate, giveUpPayingDate, listPayingDates } from './formats/paying-dates.ts'
import { exportErrors, findImport, listImports, openFile } from './listing.ts'
import { createImport, type RunsToDrain } from './upload.ts'

const upload = 'POST /api/v1/admin/imports'

const createImportRoutes = (runs: RunsToDrain) =>
  defineRoutes(importsContract, {
    [upload]: ({ query, body }, context, { idempotencyKey }) =>
      createImport(context, runs, {
        query,
        body: body instanceof Blob ? body.stream() : body,
        key: idempotencyKey,
      }),
    'GET /api/v1/admin/imports': ({ query }, context) => listImports(context, query),
    'GET /api/v1/admin/imports/:id': ({ params }, context) => findImport(context, params.id),
    'POST /api/v1/admin/imports/:id/answer': ({ params, body }, context) =>
      answerImport(context, runs, params.id, body),
    'GET /api/v1/admin/paying-dates': (_input, context) => listPayingDates(context),
    'PUT /api/v1/admin/paying-dates/:marketplace': ({ params, body }, context) =>
      askPayingDate(context, runs, params.marketplace, body),
    'DELETE /api/v1/admin/paying-date-changes/:id': ({ params }, context) =>
      giveUpPayingDate(context, params.id),
    'POST /api/v1/admin/imports/:id/merge': ({ params }, context) => askMerge(context, runs, params.id),
    'POST /api/v1/admin/imports/:id/discard': ({ params }, context) =>
      discardImport(context, runs, params.id),
    'POST /api/v1/admin/imports/:id/undo': ({ params, body }, context) =>
      askUndo(context, runs, params.id, body.reason),
    'GET /api/v1/admin/imports/:id/errors': async ({ params }, context, { reply }) =>
      sendFile(reply, await exportErrors(context, params.id), 'csv'),
    'GET /api/v1/admin/imports/:id/file': async ({ params }, context, { reply }) =>
      sendBytes(reply, await openFile(context, params.id)),
  })

/** Registers the calls for imports. The one that takes a file is in a scope of its own, which reads it as a stream. */
export async function registerImports(
  app: FastifyInstance,
  { runs, ...environment }: RouteEnvironment & { runs: RunsToDrain },
): Promise<void> {
  const routes = createImportRoutes(runs)
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser([...importsContract[upload].consumes], (_request, body, done) =>
      done(null, body),
    )
    // Authorized before the body is read, since it may be large.
    scope.addHook('onRequest', authorizeFirst({ access: 'admin', asksAgain: true }, environment))
    registerRoutes(
      scope,
      routes.filter(({ key }) => key === upload),
      environment,
      { config: { bodyMs: longestBodyMs } },
    )
  })
  registerRoutes(
    app,
    routes.filter(({ key }) => key !== upload),
    environment,
  )
}
