/** How a session was begun, in the words of the claim `amr`. */
export type SessionMethod = 'password' | 'recovery' | 'oauth' | 'webauthn'

/** A second step, in the words of the claim `amr`. */
export type SecondStep = 'totp' | 'mfa/recovery_code'

/** A shown step and its time, in seconds since 1970: an entry of the claim `amr`. */
export type ShownStep = { method: SessionMethod | SecondStep; timestamp: number }

/** A session's level of assurance, and the steps that were shown, the latest first. */
export type Proof = { level: 'aal1' | 'aal2'; steps: ShownStep[] }

/** What signing in proves. A passkey is two steps in one: the device, and whatever unlocks it. */
export const firstProof = (method: SessionMethod, now: Date): Proof => ({
  level: method === 'webauthn' ? 'aal2' : 'aal1',
  steps: [shown(method, now)],
})

/** The same after a second step; a method that is shown again gets the new time. */
export const raisedProof = ({ steps }: Proof, step: SecondStep, now: Date): Proof => ({
  level: 'aal2',
  steps: [shown(step, now), ...steps.filter(({ method }) => method !== step)],
})

const shown = (method: ShownStep['method'], now: Date): ShownStep => ({
  method,
  timestamp: Math.floor(now.getTime() / 1_000),
})
