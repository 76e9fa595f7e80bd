import { systemClock } from '../platform/clock.ts'
import { type Finding, fail, type HealthCheck, ok, warn } from '../platform/doctor/line.ts'
import type { Settings } from '../platform/settings/read.ts'
import { marketplaces } from '../shared/amazon/marketplaces.ts'
import { CreatorsError, operatorAdvice } from './creators/errors.ts'
import { createTokenSource } from './creators/token.ts'
import { createNetwork } from './network.ts'

/** Whether Amazon takes the credentials, and whether the associate tags can be tags. */
export const checkAmazon = (settings: Settings['amazon']): HealthCheck[] => [
  { name: 'amazon', check: (signal) => tryCredentials(settings, signal) },
  { name: 'tags', check: async () => checkTags(settings.tags) },
]

async function tryCredentials(settings: Settings['amazon'], signal: AbortSignal): Promise<Finding> {
  const { credentials, testOrigin } = settings
  if (!credentials)
    return warn(
      'There are no credentials of the Creators API.',
      'Without them details are read from product pages.',
    )
  const network = createNetwork({ testOrigin })
  try {
    await createTokenSource(network, credentials, systemClock).current(signal)
    return ok('Amazon accepts the credentials.')
  } catch (error) {
    if (!(error instanceof CreatorsError)) throw error
    return fail(
      `Amazon does not accept the credentials (${error.reason}).`,
      operatorAdvice[error.reason] ?? 'Try again later.',
    )
  } finally {
    await network.close()
  }
}

function checkTags(tags: Record<string, string>): Finding {
  const given = Object.entries(tags)
  if (given.length === 0)
    return warn('There are none: links earn nothing.', 'Set AMAZON_TAGS, such as us=folio-20.')
  const unknown = given.filter(([code]) => !(code in marketplaces)).map(([code]) => code)
  if (unknown.length > 0)
    return fail(
      `No marketplace has the code ${unknown.join(', ')}.`,
      `Codes are ${Object.keys(marketplaces).join(', ')}.`,
    )
  const odd = given.filter(([, tag]) => !/-\d{2}$/.test(tag)).map(([, tag]) => tag)
  if (odd.length > 0)
    return warn(`${odd.join(', ')} does not end as tags do (-20, -21 …).`, 'Compare it with Amazon’s list.')
  return ok(given.map(([code, tag]) => `${code} ${tag}`).join(', '))
}
