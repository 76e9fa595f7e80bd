import type { ProofNeed } from '../../platform/context.ts'

/**
 * How an act is undone: by the link in the mail about it (for people who are signed out), by doing the opposite, or not
 * at all.
 */
type Undo = 'link' | 'again' | 'nothing'

type Act = {
  /** Its description in docs/security.md. */
  says: string
  /** The fresh proof that it needs: the strongest means that the account has settled, or any settled one. */
  needs: ProofNeed
  /** What it asks for instead, or besides. */
  besides?: string
  undo: Undo
  /** It adds a second step: an admin who owes one enters the operator's code first. */
  addsStep?: true
  /**
   * Its calls. Those of `admin.decide` belong to other slices, which identity does not know: each declares `asksAgain`
   * in its contract, from which docs/security.md lists them.
   */
  calls: readonly string[]
}

/**
 * Every act that changes a person's proofs, or where money goes: what it needs, and what undoes it
 * (docs/decisions/0100-settled-means.md). Services ask `requireAct`, docs/security.md's table is made from this, and
 * `acts.test.ts` tries every call.
 */
export const acts = {
  'password.change': {
    says: 'setting or changing the password',
    needs: 'strongest',
    besides: 'the current password or a mailed code; or a mailed link, within a quarter of an hour and once',
    undo: 'link',
    calls: ['PUT /auth/v1/user'],
  },
  'passkey.add': {
    says: 'adding a passkey',
    needs: 'strongest',
    undo: 'link',
    addsStep: true,
    calls: ['POST /auth/v1/passkeys/registration/options', 'POST /auth/v1/passkeys/registration/verify'],
  },
  'passkey.rename': {
    says: 'renaming a passkey',
    needs: 'strongest',
    undo: 'link',
    calls: ['PATCH /auth/v1/passkeys/:id'],
  },
  'passkey.remove': {
    says: 'removing a passkey',
    needs: 'strongest',
    undo: 'link',
    calls: ['DELETE /auth/v1/passkeys/:id'],
  },
  'app.add': {
    says: 'adding an authenticator app',
    needs: 'strongest',
    undo: 'link',
    addsStep: true,
    calls: ['POST /auth/v1/factors', 'POST /auth/v1/factors/:id/verify'],
  },
  'app.remove': {
    says: 'removing an authenticator app',
    needs: 'strongest',
    undo: 'link',
    calls: ['DELETE /auth/v1/factors/:id'],
  },
  'codes.change': {
    says: 'making, replacing or removing recovery codes',
    needs: 'strongest',
    undo: 'link',
    addsStep: true,
    calls: [
      'POST /auth/v1/factors/recovery-codes',
      'POST /auth/v1/factors/recovery-codes/regenerate',
      'DELETE /auth/v1/factors/recovery-codes',
    ],
  },
  'payout.details': {
    says: 'setting payout details',
    needs: 'strongest',
    undo: 'link',
    calls: ['PUT /api/v1/me/payout-details'],
  },
  'account.delete': {
    says: 'deleting the account, with a last payout',
    needs: 'any',
    besides: 'the username',
    undo: 'nothing',
    calls: ['DELETE /api/v1/me'],
  },
  'admin.decide': {
    says: 'decisions of admins about money, roles and accounts',
    needs: 'strongest',
    undo: 'again',
    calls: [],
  },
} as const satisfies Record<string, Act>

export type ActName = keyof typeof acts

/** An act, without the literal types of the table. */
export const actOf = (name: ActName): Act => acts[name]
