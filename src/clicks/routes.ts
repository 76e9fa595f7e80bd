import { sendFile } from '../platform/files/export.ts'
import { defineRoutes } from '../platform/http/route.ts'
import type { RateLimiter } from '../platform/limits/rate-limit.ts'
import { clickChart } from './analytics/service.ts'
import { clicksContract, viewImageContract } from './contract.ts'
import { exportClickFile } from './export.ts'
import { clicksExportContract } from './export-contract.ts'
import { clickFlagsContract } from './flags/contract.ts'
import { listClickFlags, seeClickFlag } from './flags/service.ts'
import { type ClicksDependencies, recordClick, recordViewByImage } from './recording/service.ts'

/** The slice's calls. */
export const createClicksRoutes = (
  deps: ClicksDependencies & {
    /** Whether a database of countries is set. */
    hasCountries: boolean
  },
) =>
  defineRoutes(clicksContract, {
    'POST /api/v1/products/:id/clicks': ({ params, body }, context, { method, headers, address }) =>
      recordClick(context, deps, {
        productId: params.id,
        kind: body.kind,
        eventId: body.event_id ?? null,
        viewEventId: body.view_event_id ?? null,
        listLink: body.list_link ?? null,
        referrer: body.referrer ?? null,
        request: { method, headers, address },
      }),
    'GET /api/v1/products/:id/clicks': ({ params, query }, context) =>
      clickChart(context, params.id, query, deps),
  })

/** The calls of admins. */
export const clickFlagRoutes = defineRoutes(clickFlagsContract, {
  'GET /api/v1/admin/click-flags': (_input, context) => listClickFlags(context),
  'POST /api/v1/admin/click-flags/:id/seen': ({ params, body }, context) =>
    seeClickFlag(context, params.id, body),
})

/** One transparent pixel. */
const pixel = Buffer.from('R0lGODlhAQABAPAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64')

/** The call for the image that counts readers without scripts. */
export const createViewImageRoutes = (deps: ClicksDependencies) =>
  defineRoutes(viewImageContract, {
    'GET /api/v1/products/:id/view.gif': async (
      { params, query },
      context,
      { method, headers, address, reply },
    ) => {
      await recordViewByImage(context, deps, {
        productId: params.id,
        listLink: query.list_link ?? null,
        request: { method, headers, address },
      })
      reply?.type('image/gif')
      return pixel
    },
  })

/** The call for the file of one's own clicks. */
export const createClickExportRoutes = (exports: RateLimiter) =>
  defineRoutes(clicksExportContract, {
    'GET /api/v1/me/clicks': async ({ query: { format } }, context, { reply }) =>
      sendFile(reply, await exportClickFile(context, exports, format), format),
  })
