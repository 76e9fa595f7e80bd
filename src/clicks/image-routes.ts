import { defineRoutes } from '../platform/http/route.ts'
import { viewImageContract } from './image-contract.ts'
import { type ClicksDependencies, recordViewByImage } from './index.ts'

/** One transparent pixel. */
const pixel = Buffer.from('R0lGODlhAQABAPAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64')

/** The call for the image that counts readers without scripts. */
export const createViewImageRoutes = (deps: ClicksDependencies) =>
  defineRoutes(viewImageContract, {
    'GET /api/v1/products/:id/view.gif': async ({ params }, context, { method, headers, address, reply }) => {
      await recordViewByImage(context, deps, { productId: params.id, request: { method, headers, address } })
      reply?.type('image/gif')
      return pixel
    },
  })
