import { sendFile } from '../platform/files/send-file.ts'
import { defineRoutes } from '../platform/http/route.ts'
import type { RateLimiter } from '../platform/rate-limit.ts'
import { clicksExportContract } from './export-contract.ts'
import { exportClickFile } from './index.ts'

/** The call for the file of one's own clicks. */
export const createClickExportRoutes = (exports: RateLimiter) =>
  defineRoutes(clicksExportContract, {
    'GET /api/v1/me/clicks': async ({ query: { format } }, context, { reply }) =>
      sendFile(reply, await exportClickFile(context, exports, format), format),
  })
