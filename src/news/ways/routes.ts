import { defineRoutes } from '../../platform/http/route.ts'
import { tryOwnMail } from './bounces.ts'
import { ownWaysContract, sentNewsContract, stopsContract } from './contract.ts'
import { countSentNews } from './counting.ts'
import {
  chooseWay,
  putOwnDevice,
  readOwnWays,
  removeOwnDevice,
  setOwnQuiet,
  setOwnZone,
} from './preferences.ts'
import { checkStop, useStop } from './stopping.ts'

type Deps = Parameters<typeof chooseWay>[2] & {
  stops: Parameters<typeof checkStop>[2]['limit']
  mails: Parameters<typeof tryOwnMail>[1]['limit']
}

/** The calls about the ways of one's news, and those that stop mails by their link. */
export const createWaysRoutes = ({ stops, mails, ...deps }: Deps) => [
  ...defineRoutes(ownWaysContract, {
    'GET /api/v1/me/ways': (_input, context) => readOwnWays(context, deps),
    'PUT /api/v1/me/ways/choices/:kind/:way': ({ params, body }, context) =>
      chooseWay(context, { ...params, ...body }, deps),
    'PUT /api/v1/me/ways/quiet': ({ body }, context) => setOwnQuiet(context, body.quiet, deps),
    'PUT /api/v1/me/ways/zone': async ({ body }, context) => {
      await setOwnZone(context, body, deps)
      return undefined
    },
    'PUT /api/v1/me/ways/device': async ({ body }, context) => {
      await putOwnDevice(context, body, deps)
      return undefined
    },
    'DELETE /api/v1/me/ways/devices/:id': async ({ params }, context) => {
      await removeOwnDevice(context, params.id)
      return undefined
    },
    'POST /api/v1/me/ways/test-mail': async (_input, context) => {
      await tryOwnMail(context, { limit: mails })
      return undefined
    },
  }),
  ...defineRoutes(sentNewsContract, {
    'GET /api/v1/admin/sent-news': (_input, context) => countSentNews(context),
  }),
  ...defineRoutes(stopsContract, {
    'POST /api/v1/mail-stops/check': ({ body }, context, { address }) =>
      checkStop(context, { token: body.token, from: address }, { ...deps, limit: stops }),
    'POST /api/v1/mail-stops/use': ({ body }, context, { address }) =>
      useStop(context, { token: body.token, isOn: body.is_on, from: address }, { ...deps, limit: stops }),
  }),
]
