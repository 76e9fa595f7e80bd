import type { Identity } from '../identity/index.ts'
import type { Media } from '../media/index.ts'
import type { PayoutKey } from '../payouts/index.ts'
import { sendFile } from '../platform/files/export.ts'
import { defineRoutes } from '../platform/http/route.ts'
import { securityEvent } from '../platform/security-events.ts'
import { accountDataContract } from './contract.ts'
import { deleteAccount } from './deletion.ts'
import { type Exports, exportOwnData } from './export.ts'

export const createAccountRoutes = ({
  identity,
  ...sources
}: {
  exports: Exports
  media: Media
  reportTimeZone: string
  payoutKey: PayoutKey
  identity: Pick<Identity, 'confirmation'>
}) =>
  defineRoutes(accountDataContract, {
    'GET /api/v1/me/export': async (_input, context, { reply }) =>
      sendFile(reply, await exportOwnData(context, sources), 'json'),
    'DELETE /api/v1/me': async ({ body }, context, { log, address: from }) => {
      await deleteAccount(context, { identity, ...sources }, body)
      securityEvent(log, 'account_deleted', {
        user: context.actor?.userId,
        session: context.actor?.sessionId,
        from,
      })
      return undefined
    },
  })
