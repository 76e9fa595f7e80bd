/** Who is signed in. `loading` on the server, and until the browser has looked. */
export type SessionState =
  | { status: 'loading' }
  /**
   * `chosen`: the person has just signed out here. Otherwise they never signed in, or their session ended elsewhere.
   * `owesStep`: the password was right, but the account's second step is missing: until then they count as signed out.
   */
  | { status: 'signed_out'; chosen: boolean; owesStep?: true }
  | { status: 'signed_in'; userId: string }

export const signedOut: SessionState = { status: 'signed_out', chosen: false }
