import type { Identity } from '../identity/index.ts'
import type { Media } from '../media/index.ts'
import { defineRoutes } from '../platform/http/route.ts'
import type { RateLimiter } from '../platform/rate-limit.ts'
import { securityEvent } from '../platform/security-events.ts'
import { appFile } from '../shared/export-file.ts'
import { accountDataContract } from './contract.ts'
import { deleteAccount } from './deletion.ts'
import { exportOwnData } from './export.ts'

export const createAccountRoutes = ({
  identity,
  ...sources
}: {
  exports: RateLimiter
  media: Media
  reportTimeZone: string
  identity: Pick<Identity, 'confirmOwnPassword'>
}) =>
  defineRoutes(accountDataContract, {
    'GET /api/v1/me/export': async (_input, context, { reply }) => {
      const { data, fileName } = await exportOwnData(context, sources)
      const name = appFile(reply?.server.appName ?? '', fileName)
      reply?.header('content-disposition', `attachment; filename="${name}"`)
      return data
    },
    'DELETE /api/v1/me': async ({ body }, context, { log, address: from }) => {
      await deleteAccount(context, identity, body)
      securityEvent(log, 'account_deleted', {
        user: context.actor?.userId,
        session: context.actor?.sessionId,
        from,
      })
      return undefined
    },
  })
