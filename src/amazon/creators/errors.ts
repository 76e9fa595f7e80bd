import type { NetworkReason } from '../network.ts'

/** Why the Creators API gave no answer. */
export type CreatorsReason =
  | NetworkReason
  | 'allowance_spent'
  | 'credentials_refused'
  | 'not_eligible'
  | 'refused'
  | 'throttled'
  | 'unavailable'
  | 'unreadable'

export class CreatorsError extends Error {
  readonly reason: CreatorsReason

  constructor(reason: CreatorsReason) {
    super(`Creators API: ${reason}`)
    this.name = 'CreatorsError'
    this.reason = reason
  }
}

/** The message to the operator, in plain words, when only the operator can help. */
export const operatorAdvice: Partial<Record<CreatorsReason, string>> = {
  credentials_refused:
    'Amazon refused the Creators API credentials. Check AMAZON_CREATORS_ID, AMAZON_CREATORS_SECRET and ' +
    'AMAZON_CREATORS_VERSION. Until then titles and pictures come from product pages and no price is shown.',
  not_eligible:
    'Amazon does not let this Associates account use the Creators API yet (AssociateNotEligible): usually it still ' +
    'lacks the qualifying sales of the last 30 days, or its application is not approved. See Associates Central. ' +
    'Until then titles and pictures come from product pages and no price is shown.',
  refused:
    'Amazon refused a Creators API call. Check that the tags in AMAZON_TAGS belong to the account of the ' +
    'credentials and to the right marketplace.',
}
