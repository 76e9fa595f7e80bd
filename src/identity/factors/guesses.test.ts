import { TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ManualClock } from '../../platform/clock.ts'
import { someone } from '../testing/auth-server.ts'
import { type RecoveryStage, startRecoveryStage } from '../testing/recovery-stage.ts'

const clock = new ManualClock(new Date())
let server: RecoveryStage
beforeAll(async () => {
  server = await startRecoveryStage({ clock: clock.now })
})
afterAll(() => server.close())

const newClient = () => server.client({ experimental: { recoveryCodes: true } })

let person: ReturnType<typeof someone>
let factorId: string
beforeEach(async () => {
  person = someone()
  const client = newClient()
  await client.signUp({ ...person, options: { data: person.data } })
  const { data } = await client.mfa.enroll({ factorType: 'totp' })
  factorId = data?.id ?? ''
  const code = new TOTP({ secret: data?.totp.secret ?? '' }).generate({ timestamp: clock.now().getTime() })
  expect((await client.mfa.challengeAndVerify({ factorId, code })).error).toBeNull()
})

const signIn = async () => {
  const client = newClient()
  await client.signInWithPassword({ email: person.email, password: person.password })
  return client
}
const guess = async () => (await signIn()).mfa.challengeAndVerify({ factorId, code: '000000' })

/** How many mails about guesses the person got so far. */
async function told() {
  await server.untilDone()
  return server.smtp.mails.filter(
    ({ subject, recipients }) => subject?.startsWith('Wrong codes') && recipients.includes(person.email),
  ).length
}

describe('wrong codes (docs/product/sign-in.md#guessing)', () => {
  it('of an app are told to its owner, one mail a day; slips of theirs are not', async () => {
    for (let count = 0; count < 2; count += 1) await guess()
    expect(await told()).toBe(0)
    for (let count = 0; count < 4; count += 1) await guess()
    expect(await told()).toBe(1)
  })

  it('of an app from unfamiliar places are told after three, wherever they came from', async () => {
    await server.db.deleteFrom('familiar_places').execute()
    for (let count = 0; count < 2; count += 1) await guess()
    expect(await told()).toBe(0)
    await guess()
    expect(await told()).toBe(1)
  })

  it('one wrong recovery code from an unfamiliar place is told at once', async () => {
    await server.db.deleteFrom('familiar_places').execute()
    await (await signIn()).mfa.recoveryCodes.verify({ code: '0000-0000-0000-0000' })
    expect(await told()).toBe(1)
    for (let count = 0; count < 4; count += 1) await guess()
    expect(await told()).toBe(1)
  })
})
