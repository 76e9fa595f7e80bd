import { type Call, defineRoutes } from '../../platform/http/route.ts'
import type { Identity } from '../index.ts'
import { deviceOf } from '../routes.ts'
import { providerContract } from './contract.ts'

/** The calls through which people's browsers pass on their way to a provider and back. */
export function createProviderRoutes(identity: Identity) {
  return defineRoutes(providerContract, {
    'GET /auth/v1/authorize': async ({ query }, context, call) =>
      redirect(await identity.providers.beginSignIn(context, query, deviceOf(call)), call),
    'GET /auth/v1/callback': async ({ query }, context, call) =>
      redirect(
        await identity.providers.finishSignIn(context, { answer: query, by: 'query', ...browserOf(call) }),
        call,
      ),
    'POST /auth/v1/callback': async ({ body }, context, call) =>
      redirect(
        await identity.providers.finishSignIn(context, { answer: body, by: 'form_post', ...browserOf(call) }),
        call,
      ),
  })
}

const browserOf = (call: Call) => ({ cookies: call.headers.cookie, device: deviceOf(call) })

/** The address may hold tokens: no other site may see it as a referrer, and no cache may store it. */
function redirect(
  { address, cookie }: { address: string; cookie: string | null },
  { reply }: Call,
): undefined {
  reply?.headers({ location: address, 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' })
  if (cookie) reply?.header('set-cookie', cookie)
}
