import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { insertPerson, type Person } from '../../../tests/harness/factories.ts'
import { signUp } from '../../../tests/harness/people.ts'
import { withoutTriggers } from '../../../tests/harness/without-triggers.ts'
import { verify } from '../../platform/verification.ts'
import { earningsChecks } from '../proof/verify.ts'
import { signCheckpoint } from './service.ts'

const signer = { key: { make: async () => Buffer.alloc(32, 7) }, origin: 'folio.example/ledger' }
let app: TestApp
let [ana, ben] = [] as unknown as [Person, Person]
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  ana = await insertPerson(app.database.db)
  ben = await insertPerson(app.database.db)
})

/** As the app’s account: what somebody can do who slips a statement into the app. */
const asApp = async (statement: string, values: unknown[] = []) =>
  (await app.database.pool.query(statement, values)).rows
const inOne = async (...statements: string[]) => {
  const client = await app.database.pool.connect()
  try {
    await client.query('begin')
    for (const statement of statements) await client.query(statement)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}
const tiesOf = (payeeId: string) =>
  asApp(
    'select kind, commitment is not null as is_committed, claimed_by from payee_ties where payee_id = $1 order by id',
    [payeeId],
  )
const wrongOf = async (database: Pick<TestApp['database'], 'db'>) => {
  const lines: string[] = []
  const context = { db: database.db, clock: () => new Date(), actor: null }
  const failed = await verify(context, [earningsChecks], (line) => lines.push(line))
  return failed === 0 ? '' : lines.join('\n')
}

describe('a payee (docs/decisions/0083-a-log-of-the-ledger.md)', () => {
  it('is a person’s from the sign-up on, and nobody’s once that person has left', async () => {
    const person = await signUp(app)
    const [{ id }] = (await asApp('select id from payees where user_id = $1', [person.id])) as [
      { id: string },
    ]
    expect(await tiesOf(id)).toEqual([{ kind: 'person', is_committed: true, claimed_by: null }])
    const { username, password, token } = person
    expect((await app.request('DELETE', '/api/v1/me', { token, body: { username, password } })).status).toBe(
      204,
    )
    expect((await tiesOf(id)).map(({ kind }) => kind)).toEqual(['person', 'nobody'])
    expect(await asApp('select from payee_tie_salts where payee_id = $1', [id])).toEqual([])
    expect(await wrongOf(app.database)).toBe('')
  })

  it('is given to nobody else, and left by nobody who stays', async () => {
    const to = (payee: string, user: string) => `update payees set user_id = ${user} where id = '${payee}'`
    const [a, b] = [`'${ana.userId}'`, `'${ben.userId}'`]
    await expect(inOne(to(ana.payeeId, 'null'))).rejects.toThrow(/has not been left/)
    await expect(inOne(to(ana.payeeId, 'null'), to(ben.payeeId, a), to(ana.payeeId, b))).rejects.toThrow(
      /append-only/,
    )
    await expect(inOne(to(ana.payeeId, 'null'), to(ana.payeeId, a))).rejects.toThrow(/append-only/)
    await expect(inOne(to(ben.payeeId, a))).rejects.toThrow(/append-only/)
    await expect(
      inOne(`merge into payees y using users u on u.id = ${a} and y.id = '${ben.payeeId}'
        when matched then update set user_id = u.id`),
    ).rejects.toThrow(/append-only/)
    await expect(
      inOne(
        `insert into payees (user_id, created_at) values (${a}, now()) on conflict (user_id) do update set user_id = ${b}`,
      ),
    ).rejects.toThrow(/append-only/)
    await expect(inOne('insert into payees (user_id, created_at) values (null, now())')).rejects.toThrow(
      /begins as nobody’s/,
    )
    // Neither by another account under the same id, in one transaction or in two.
    const again = `insert into users (id, email, created_at, updated_at) values (${a}, 'ana@again.example', now(), now())`
    await expect(inOne(`delete from users where id = ${a}`, again)).rejects.toThrow(/has not been left/)
    await inOne(`delete from users where id = ${a}`)
    await inOne(again)
    await expect(inOne(to(ana.payeeId, a))).rejects.toThrow(/append-only/)
    expect(await wrongOf(app.database)).toBe('')
  })

  it('has ties that the app’s account cannot forge', async () => {
    const forge = `insert into payee_ties (payee_id, kind, commitment, made_at, hash)
      values ('${ben.payeeId}', 'nobody', null, now(), sha256('x'))`
    for (const statement of [
      forge,
      `insert into payee_tie_salts values ('${ben.userId}', '${ana.payeeId}', sha256('x'))`,
      'delete from payee_tie_salts',
      'delete from payee_ties_to_log',
      `update payee_ties set commitment = sha256('x')`,
      // A temporary table is the app’s own; a function on it would act as the owner.
      `create temporary table forging (id uuid, user_id uuid);
       create trigger forge after insert on forging for each row execute function tie_payee()`,
      `create temporary table forging (payee_id uuid, claimed_by uuid);
       create trigger forge after insert on forging for each row execute function tie_claim()`,
    ])
      await expect(asApp(statement), statement).rejects.toMatchObject({ code: '42501' })
  })
})

describe('the log of the ledger', () => {
  const context = () => ({ db: app.database.db, clock: app.clock.now, actor: null })
  const sign = () => signCheckpoint(context(), signer)
  /** Has the ties of a payee wait for the log since yesterday. */
  const waitADay = (payeeId: string) =>
    withoutTriggers(app.database, async (run) => {
      await run(`update payee_ties set made_at = made_at - interval '25 hours' where payee_id = $1`, [
        payeeId,
      ])
      await run('update payee_ties t set hash = payee_tie_hash(t) where payee_id = $1', [payeeId])
    })
  const logged = (payeeId: string) =>
    asApp(
      'select g.position from ledger_log g join payee_ties t on t.id = g.entry_id where t.payee_id = $1',
      [payeeId],
    )

  it('gets ties within a day, which a checkpoint covers, and nobody can write them anew unseen', async () => {
    await sign()
    expect(await logged(ana.payeeId)).toEqual([])
    await waitADay(ana.payeeId)
    await Promise.all([sign(), sign()])
    expect(await logged(ana.payeeId)).toHaveLength(1)
    expect(await logged(ben.payeeId)).toHaveLength(1)
    expect(await asApp('select size from ledger_checkpoints')).toEqual(
      await asApp('select count(*) as size from ledger_log'),
    )
    expect(await wrongOf(app.database)).toBe('')
    // With the rights of the owner, and a salt of one’s own.
    await withoutTriggers(app.database, async (run) => {
      await run('update payees set user_id = null where id = $1', [ben.payeeId])
      await run('delete from payee_tie_salts where payee_id = $1', [ben.payeeId])
      await run('update payees set user_id = $2 where id = $1', [ana.payeeId, ben.userId])
      await run('update payee_tie_salts set user_id = $2 where payee_id = $1', [ana.payeeId, ben.userId])
      await run(
        `update payee_ties t set commitment = payee_commitment(s.salt, s.payee_id, s.user_id)
         from payee_tie_salts s where s.payee_id = t.payee_id and t.payee_id = $1`,
        [ana.payeeId],
      )
      await run('update payee_ties t set hash = payee_tie_hash(t) where payee_id = $1', [ana.payeeId])
    })
    expect(await wrongOf(app.database)).toMatch(/is not the hash of its ledger row or tie/)
  })
})
