import type { AnswerOf } from '../../api/client.ts'

export type UndoLink = AnswerOf<'POST /api/v1/undo-links/check'>
type Change = UndoLink['changes'][number]

const providers: Record<string, string> = { google: 'Google', apple: 'Apple' }
const hows = { added: 'added', changed: 'renamed', removed: 'removed' }

/** A change in a sentence: 'The passkey “Phone” was added'. */
export function changeText({ means, change, name }: Change): string {
  switch (means) {
    case 'password':
      return 'The password was set or changed'
    case 'payout_account':
      return 'Payout details were entered'
    case 'passkey':
      return `The passkey “${name}” was ${hows[change]}`
    case 'totp':
      return `The authenticator app “${name}” was ${hows[change]}`
    case 'recovery_code':
      return change === 'changed' ? 'Recovery codes were replaced' : `Recovery codes were ${hows[change]}`
    case 'provider':
      return `Signing in with ${providers[name ?? '']} was ${hows[change]}`
  }
}
