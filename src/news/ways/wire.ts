import type { FastifyInstance } from 'fastify'
import { type RouteEnvironment, registerRoutes, seeNobody } from '../../platform/http/register.ts'
import { defineRoutes } from '../../platform/http/route.ts'
import type { Ways } from '../index.ts'
import { type ReportDeps, takeReport } from './bounces.ts'
import { mailProgramsContract } from './contract.ts'
import { useStop } from './stopping.ts'

const longestReport = 512 * 1024

type Deps = Omit<RouteEnvironment, 'authenticate'> & {
  ways: Pick<Ways, 'keys' | 'stops'>
  reports: ReportDeps
}

/**
 * Mounts the calls of mail programs and mail servers in a scope of their own: their bodies are forms and mails, which
 * are read as text.
 */
export const waysWire = (app: FastifyInstance, { ways, reports, ...environment }: Deps) =>
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: longestReport }, (_request, body, done) =>
      done(null, body),
    )
    const routes = defineRoutes(mailProgramsContract, {
      'POST /api/v1/mail-stops/:token': async ({ params }, context, { address }) => {
        const stop = { token: params.token, isOn: false, from: address }
        await useStop(context, stop, { keys: ways.keys, limit: ways.stops })
        return undefined
      },
      'POST /api/v1/mail-reports': async ({ body }, context, { headers }) => {
        await takeReport(context, { text: body ?? '', authorization: headers.authorization }, reports)
        return undefined
      },
    })
    registerRoutes(scope, routes, { ...environment, authenticate: seeNobody }, { bodyLimit: longestReport })
  })
