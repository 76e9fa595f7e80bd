/** What a client gave to prove later that the answer is its own (PKCE, RFC 7636). */
export type Challenge = { challenge: string; method: 's256' | 'plain' }

type ChallengeParts = { code_challenge?: string | null; code_challenge_method?: string | null }

/** A challenge as it was sent or stored, if there is one; `plain` where no method is named (RFC 7636, section 4.3). */
export const challengeOf = ({ code_challenge, code_challenge_method }: ChallengeParts): Challenge | null =>
  code_challenge
    ? { challenge: code_challenge, method: (code_challenge_method ?? 'plain') as Challenge['method'] }
    : null
