import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Media } from '../../media/index.ts'
import { requireUser } from '../../platform/context.ts'
import { sendFile } from '../../platform/files/export.ts'
import { contextOf, type RouteEnvironment, registerRoutes } from '../../platform/http/register.ts'
import { defineRoutes } from '../../platform/http/route.ts'
import { maxFileBytes } from '../../shared/collection.ts'
import { transferContract } from './contract.ts'
import { createTransfers, exportCollection, importCollection, type Transfers } from './service.ts'
import { listImports, undoImport } from './undoing.ts'

const createTransferRoutes = (sources: Transfers & { media: Media }) =>
  defineRoutes(transferContract, {
    'GET /api/v1/me/collection': async ({ query: { format } }, context, { reply }) =>
      sendFile(reply, await exportCollection(context, sources, format), format),
    'GET /api/v1/me/collection/imports': (_input, context) => listImports(context),
    'POST /api/v1/me/collection/imports/:id/undo': ({ params }, context) => undoImport(context, params.id),
    'POST /api/v1/me/collection': ({ query, body }, context, { headers, idempotencyKey }) =>
      importCollection(context, sources, {
        bytes: body,
        format: headers['content-type']?.toLowerCase().startsWith('application/json') ? 'json' : 'csv',
        preview: query.preview ?? false,
        key: idempotencyKey,
      }),
  })

type TransferDeps = RouteEnvironment & { media: Media; pool: pg.Pool }

/** Mounts import and export of collections in a scope of their own: their bodies are whole files. */
export const registerTransfers = (app: FastifyInstance, { media, pool, ...environment }: TransferDeps) =>
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      ['text/csv', 'application/json', 'text/html'],
      { parseAs: 'buffer', bodyLimit: maxFileBytes },
      (_request, body, done) => done(null, body),
    )
    // The caller is known before a large file is read.
    scope.addHook('onRequest', async (request) => {
      request.serviceContext = await contextOf(request.headers.authorization, environment)
      requireUser(request.serviceContext)
    })
    registerRoutes(scope, createTransferRoutes({ ...createTransfers(pool), media }), environment)
  })
