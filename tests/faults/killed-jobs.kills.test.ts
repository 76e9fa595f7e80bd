import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { allChecks } from '../../src/checks.ts'
import { clickOn } from '../../src/clicks/testing/clicks.ts'
import { appendEntries } from '../../src/earnings/index.ts'
import { signCheckpoint } from '../../src/earnings/log/service.ts'
import { calculate, giveOrder, newOrderId, putOrder } from '../../src/orders/posting/testing/orders.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { inTransaction } from '../../src/platform/context.ts'
import { readSettings } from '../../src/platform/settings/read.ts'
import { verify } from '../../src/platform/verification.ts'
import { quietFacts } from '../../src/shared/notes/testing/facts.ts'
import { hourMs } from '../../src/shared/time.ts'
import { fakeCredentials, startFakeAmazon } from '../fakes/amazon.ts'
import { startLine } from '../fakes/line.ts'
import { startFakeS3 } from '../fakes/s3.ts'
import { startFakeSmtp } from '../fakes/smtp.ts'
import { startTestApp } from '../harness/app.ts'
import { proveAddress, signUp, signUpAdmin } from '../harness/people.ts'

/** How each kind of job is held in its middle: what it waits for when its process is killed. */
const heldBy: Record<string, 'the mail server' | 'S3' | 'Amazon' | 'a table'> = {
  send_account_notice: 'the mail server',
  send_answer_mail: 'the mail server',
  send_arrival_mail: 'the mail server',
  send_checkpoint_mail: 'the mail server',
  send_debt_mail: 'the mail server',
  send_fee_mail: 'the mail server',
  send_moderation_mail: 'the mail server',
  send_news_mail: 'the mail server',
  send_payout_details_mail: 'the mail server',
  send_payout_mail: 'the mail server',
  send_provider_link_code: 'the mail server',
  send_reauthentication_mail: 'the mail server',
  send_recovery_mail: 'the mail server',
  send_taken_back_mail: 'the mail server',
  send_weekly_note: 'the mail server',
  count_pictures: 'S3',
  remove_left_pictures: 'S3',
  remove_replaced_avatar: 'S3',
  remove_replaced_picture: 'S3',
  remove_unused_pictures: 'S3',
  refresh_prices: 'Amazon',
  back_up: 'a table',
  close_months: 'a table',
  settle_months: 'a table',
  erase_payout_details: 'a table',
  fold_clicks: 'a table',
  forget_collection_imports: 'a table',
  forget_idempotency_keys: 'a table',
  forget_security_counts: 'a table',
  judge_presses: 'a table',
  learn_words: 'a table',
  maintain_clicks: 'a table',
  rank_creators: 'a table',
  rank_products: 'a table',
  revise_price_schedule: 'a table',
  sign_checkpoints: 'a table',
  tend_claims: 'a table',
  tend_ways: 'a table',
  write_weekly_notes: 'a table',
  ask_payout_batches: 'a table',
  send_payout_batch: 'a table',
}
/** How their subjects begin. */
const onceAtMost = ['You have a new follower', 'Your products had 1 visit']
const mails = Object.values(heldBy).filter((holder) => holder === 'the mail server').length
/**
 * Only look for runs and begin them, which are killed in tests/programs/pipeline-kills.kills.test.ts; give a job of
 * their own to accounts that were told something, want a mail of the day, or wait anew to be paid elsewhere; and send
 * an account what it wants sent.
 */
const momentary = [
  'resume_order_runs',
  'spread_news',
  'deliver_news',
  'find_news_mails',
  'tell_payout_details',
]

const written = [
  'click_days',
  'closed_months',
  'collection_imports',
  'creator_ranking',
  'idempotency_keys',
  'ledger_log',
  'mails_sent',
  'payee_claims',
  'payout_batches',
  'press_judgements',
  'product_ranks',
  'search_words',
  'security_counts',
  'weekly_note_marks',
]

it('a process that is killed in the middle of each kind of job: another does them to their end, and nothing twice but a mail (docs/operating.md#what-happens-when)', {
  timeout: 240_000,
}, async () => {
  const scene = await setScene()
  const { app, s3, smtp, amazon, s3Line } = scene
  const { pool } = app.database
  const holder = await pool.connect()
  onTestFinished(() => holder.release(true))
  await holder.query('begin')
  await holder.query(`lock table ${written.join()} in access exclusive mode`)
  // A mail reads these while another job erases them.
  await holder.query('lock table payout_details in share mode')
  await holder.query('select from item_checks for update')
  s3Line.state = 'silent'
  smtp.troubles.push(...Array.from({ length: mails }, () => 'endless' as const))
  amazon.behaviour.api = 'slow'

  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'worker.ts'), scene.workersInput], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const underWay = async () => {
    const { rows } = await pool.query(
      'select distinct task_identifier as name from graphile_worker.jobs where locked_by is not null',
    )
    return rows.map(({ name }) => name).filter((name) => !momentary.includes(name))
  }
  await vi.waitFor(async () => expect((await underWay()).sort()).toEqual(Object.keys(heldBy).sort()), {
    timeout: 60_000,
    interval: 200,
  })
  const { rows: kinds } = await pool.query('select identifier from graphile_worker._private_tasks')
  expect(kinds.map(({ identifier }) => identifier).sort()).toEqual(
    [...Object.keys(heldBy), ...momentary].sort(),
  )
  await vi.waitUntil(() => smtp.mails.length > 0 && amazon.requests.length > 0, { timeout: 20_000 })
  child.kill('SIGKILL')
  await once(child, 'exit')

  await holder.query('rollback')
  s3Line.state = 'open'
  smtp.troubles.length = 0
  amazon.behaviour.api = 'normal'
  // Otherwise the test would wait for the dead process's leases to run out, which takes twenty seconds.
  await pool.query(`
    update graphile_worker._private_jobs set locked_at = now() - interval '1 minute' where locked_by is not null;
    delete from job_runners`)
  app.app.startJobs()
  const left = async () => {
    const { rows } = await pool.query('select task_identifier as name, last_error from graphile_worker.jobs')
    return rows.filter(({ name }) => !momentary.includes(name))
  }
  await vi.waitFor(async () => expect(await left()).toEqual([]), { timeout: 60_000, interval: 200 })

  // News and notes come once at most: one that was claimed when its process died may never have been sent.
  const isOnceAtMost = ({ subject = '' }) => onceAtMost.some((begin) => subject.startsWith(begin))
  const claimed = smtp.mails.filter(isOnceAtMost)
  expect(new Set(claimed.map(({ messageId }) => messageId)).size).toBe(claimed.length)
  // Another mail that the server had taken without an answer comes again, under the same id.
  const sent = Map.groupBy(
    smtp.mails.filter((mail) => !isOnceAtMost(mail)),
    ({ messageId }) => messageId,
  )
  expect(sent.size).toBe(mails - onceAtMost.length)
  for (const same of sent.values()) expect(same.length).toBeLessThanOrEqual(2)
  // Removals that a dead process had begun, or that a backup has put off: nobody is given these, and they go later.
  app.clock.advance(hourMs)
  await pool.query(`select graphile_worker.add_job('remove_unused_pictures')`)
  await vi.waitFor(() => expect([...s3.objects.keys()]).toEqual([`avatars/${scene.kept}`]), {
    timeout: 20_000,
  })
  await expect.poll(scene.countedPictures).toEqual([scene.kept])
  expect(readdirSync(scene.backups).filter((name) => name.endsWith('.tar'))).toHaveLength(1)
  const lines: string[] = []
  const context = { db: app.database.db, clock: systemClock, actor: null }
  const wrong = await verify(context, allChecks(scene.settings), (line) => lines.push(line))
  expect(wrong, lines.join('\n')).toBe(0)
  const { rows } = await pool.query('select sum(people)::int as people from click_days')
  expect(rows).toEqual([{ people: 3 }])
})

const noteFacts = { ...quietFacts, visits: [1, 0, 0, 0, 0, 0, 0] }

/** An app with something to do for each kind of job. */
async function setScene() {
  const [s3, smtp, amazon] = await Promise.all([startFakeS3(), startFakeSmtp(), startFakeAmazon()])
  const s3Line = await startLine({ port: Number(new URL(s3.env.S3_ENDPOINT ?? '').port) })
  const backups = mkdtempSync(path.join(tmpdir(), 'folio-killed-jobs-'))
  const env = {
    ...s3.env,
    S3_ENDPOINT: `http://127.0.0.1:${s3Line.port}`,
    SMTP_URL: smtp.url,
    AMAZON_TEST_ORIGIN: amazon.origin,
    AMAZON_CREATORS_ID: fakeCredentials.id,
    AMAZON_CREATORS_SECRET: fakeCredentials.secret,
    AMAZON_CREATORS_VERSION: fakeCredentials.version,
    AMAZON_TAGS: 'us=folio-20',
    // Nobody is paid by it here: what it would ask about is locked.
    PAYPAL_CLIENT_ID: 'client',
    PAYPAL_SECRET: 'secret',
    PAYPAL_URL: 'http://127.0.0.1:9',
    // Notes are due there at this moment, whatever it is.
    REPORT_TIME_ZONE: new Date().getUTCDay() === 1 ? 'Pacific/Kiritimati' : 'UTC',
    BACKUP_EVERY: '24h',
    BACKUP_TO: backups,
  }
  const app = await startTestApp({ env })
  onTestFinished(async () => {
    await app.close()
    s3Line.close()
    await Promise.all([s3.close(), smtp.close(), amazon.close()])
    rmSync(backups, { recursive: true })
  })
  const { pool } = app.database
  const [ada, maya] = [await signUpAdmin(app), await signUp(app)]
  await proveAddress(app, maya)
  await proveAddress(app, ada)
  const kettlePosted = {
    amazon_url: 'https://www.amazon.com/dp/B0KETTLE01',
    title: 'A kettle',
    category_id: null,
  }
  const { body: kettle } = await app.request('POST', '/api/v1/products', {
    token: maya.token,
    body: kettlePosted,
  })
  for (const n of [1, 2, 3])
    await app.app.services.clicks.record(clickOn(kettle.id, { address: `192.0.2.${n}` }))

  const kept = `products/product-${maya.id}-1.webp`
  const replaced = `products/product-${maya.id}-2.webp`
  const avatar = `${maya.id}-3.webp`
  const unused = `products/product-${maya.id}-4.webp`
  const ofTheDeleted = '11111111-1111-4111-8111-111111111111'
  const names = [kept, replaced, avatar, unused, `${ofTheDeleted}-5.webp`]
  const object = {
    bytes: Buffer.from('RIFF'),
    type: 'image/webp',
    cacheControl: '',
    modified: new Date(),
    etag: '"1"',
  }
  for (const name of names) s3.objects.set(`avatars/${name}`, object)
  await pool.query(
    `insert into pictures (path, user_id, bytes, stored_at, look_at)
     select path, $2, 4, now() - interval '2 days', now() - interval '1 day' from unnest($1::text[]) as path`,
    [[unused], maya.id],
  )
  await pool.query(`update item_checks set next_check_at = now() - interval '1 hour'`)
  // A database of today is not backed up yet.
  await app.database.owner.pool.query(`update migrations set run_on = run_on - interval '1 day'`)

  const { status } = await app.request('POST', `/api/v1/admin/products/${kettle.id}/hide`, {
    token: ada.token,
    body: { reason: 'It is spam.' },
  })
  expect(status).toBeLessThan(300)
  const { rows: lines } = await pool.query(
    `with run as (
       insert into payout_runs (number, total_cents, drafted_at) values (1, 4000, now()) returning id
     )
     insert into payout_lines (run_id, place, reference, payee_id, amount_cents, details_id, method, sealed, key_mark, state_at)
     select run.id, 1, 'F1-1', payees.id, 4000, uuidv7(), 'paypal', '', '', now() from run, payees where user_id = $1
     returning id`,
    [maya.id],
  )
  const { rows: payees } = await pool.query('select id from payees where user_id = $1', [maya.id])
  const order = newOrderId()
  const calculated = () => calculate({ db: app.database.db, clock: app.clock.now })
  await putOrder(app.database.db, order, { cents: 100 })
  await giveOrder(app.database.db, order, { person: { ...maya, userId: maya.id, payeeId: payees[0].id } })
  await calculated()
  const key = Buffer.alloc(32, 7)
  await signCheckpoint(
    { db: app.database.db, clock: app.clock.now, actor: null },
    { key: { make: async () => key }, origin: 'folio.example/ledger' },
  )
  // Takes it back, and adds the mail that says so.
  await putOrder(app.database.db, order, { cents: 0, status: 'returned' })
  await calculated()
  const { rows: questions } = await pool.query(
    `insert into ledger_questions (payee_id, entry_id, opened_at, changed_at)
     select payee_id, id, now(), now() from earnings_ledger where payee_id = $1 and sequence = 1 returning id`,
    [payees[0].id],
  )
  const id = () => crypto.randomUUID()
  const debt = id()
  const owed = { payeeId: payees[0].id, userCents: -100, reference: `${debt}:to`, reason: 'Owed' }
  await inTransaction({ db: app.database.db, clock: app.clock.now, actor: null }, (tx) =>
    appendEntries(tx, [{ ...owed, type: 'manual_adjustment' }], { reportTimeZone: 'UTC' }),
  )
  const link = id()
  await pool.query(
    `insert into provider_links (token_hash, id, user_id, provider, provider_id, identity_data, redirect_to, tries_left,
       created_at, expires_at)
     values (decode('00', 'hex'), $1, $2, 'google', '1', '{}', '/', 5, now(), now() + interval '1 day')`,
    [link, maya.id],
  )
  const { rows: details } = await pool.query(
    `insert into payout_details (payee_id, method, sealed, key_mark, account_mark, counts_from, created_at)
     values ($1, 'paypal', '', decode(repeat('00', 8), 'hex'), decode(repeat('00', 32), 'hex'), now() + interval '7 days', now())
     returning id`,
    [payees[0].id],
  )
  const { rows: notes } = await pool.query(
    `insert into weekly_notes (user_id, week, facts, written_at) values ($1, '2026-01-05', $2, now()) returning id`,
    [maya.id, noteFacts],
  )
  const { rows: sessions } = await pool.query('select id from sessions where user_id = $1', [maya.id])
  const { rows: fees } = await pool.query(
    `insert into platform_fees (fee_bps, from_day, set_on, set_at, reason)
     values (1500, current_date + 30, current_date, now(), 'A test') returning id`,
  )
  // By the machine's clock: neither quiet nor before the morning.
  const quiet = new Date().getUTCHours() >= 22 ? [1, 2] : [23, 0]
  await pool.query(`insert into news_settings (user_id, quiet_from, quiet_to) values ($1, $2, $3)`, [
    maya.id,
    ...quiet,
  ])
  await pool.query(
    `insert into news_choices (user_id, kind, way, is_on, chosen_by, chosen_at)
     select $1, kind, 'mail', true, 'settings', now() from unnest('{followed, weekly_note}'::text[]) as kind`,
    [maya.id],
  )
  await pool.query(
    `insert into news (user_id, kind, count, began_at, at) values ($1, 'followed', 1, now(), now())`,
    [maya.id],
  )
  const jobs: Record<string, object> = {
    send_arrival_mail: { user_id: maya.id, id: id() },
    send_news_mail: { user_id: maya.id, kind: 'followed' },
    send_checkpoint_mail: { user_id: ada.id, size: 1 },
    send_recovery_mail: { id: id(), email: maya.email, redirect_to: `${app.url}/auth`, challenge: null },
    send_account_notice: { id: id(), user_id: maya.id, at: new Date(), notice: { change: 'app_added' } },
    send_debt_mail: { id: debt, by: 'address' },
    send_payout_batch: { batch_id: id() },
    send_payout_details_mail: { user_id: maya.id, details_id: details[0].id },
    send_answer_mail: { question_id: questions[0].id, place: 2 },
    send_payout_mail: { line_id: lines[0].id, state: 'paid' },
    send_fee_mail: { fee_id: fees[0].id, payee_id: payees[0].id, is_taken_back: false },
    send_weekly_note: { note_id: notes[0].id },
    send_provider_link_code: { id: link, user_id: maya.id, provider: 'google' },
    send_reauthentication_mail: { id: id(), user_id: maya.id, session_id: sessions[0].id },
    remove_replaced_picture: { user_id: maya.id, path: replaced },
    remove_replaced_avatar: { user_id: maya.id, name: avatar },
    remove_left_pictures: { user_id: ofTheDeleted },
  }
  for (const [name, payload] of Object.entries(jobs))
    await pool.query('select graphile_worker.add_job($1, $2::json)', [name, JSON.stringify(payload)])

  const dataDir = mkdtempSync(path.join(tmpdir(), 'folio-killed-jobs-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  return {
    app,
    s3,
    smtp,
    amazon,
    s3Line,
    backups,
    kept,
    settings: readSettings({ NODE_ENV: 'test', DATA_DIR: dataDir, ...env }, dataDir),
    workersInput: JSON.stringify({
      address: app.database.address,
      env: { DATA_DIR: dataDir, ...env },
      siteUrl: app.url,
    }),
    countedPictures: async () =>
      (await pool.query('select path from pictures')).rows.map(({ path: name }) => name),
  }
}
