import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import type { TestApp } from '../../../tests/harness/app.ts'
import { type Person, signInAgain, signUp } from '../../../tests/harness/people.ts'
import { storePicture } from '../../media/service.ts'
import { quietFacts } from '../../shared/notes/testing/facts.ts'

export type Life = Person & {
  /** Their present username, and their first. */
  username: string
  formerUsername: string
  friend: Person
  products: { categorized: Categorized; inbox: Posted; deleted: Posted }
  pictures: string[]
}
type Posted = { id: string; short_link_id: string; asin: string }
type Categorized = Posted & { categories: { id: string } }

const oneNote = { ...quietFacts, saved: { people: 1, title: 'A lamp of Vexillology' } }

/** Texts that nobody else's rows contain. */
export const words = {
  first: 'Zoë',
  last: 'Brandt Zerlinde-Xanthippe',
  bio: 'Quokka enthusiast',
  text: 'Vexillology',
}

/** A person with rows in every table that refers to people. */
export async function liveALife(app: TestApp): Promise<Life> {
  const friend = await signUp(app)
  const person = await signUp(app, { first: words.first, last: words.last })
  const username = `zb-${randomBytes(4).toString('hex')}`
  const pictures = await Promise.all([
    uploadPicture(app, person, `${person.id}-1.webp`),
    uploadPicture(app, person, `products/product-${person.id}-1.webp`),
  ])
  const as = (method: string, path: string, body: unknown, token = person.token) =>
    app.request(method, path, { body, token })
  app.clock.advance(1_000)
  await as('PATCH', '/api/v1/me', { username, bio: words.bio, avatar_url: pictures[0] })
  await as('POST', '/rest/v1/rpc/follow_user', { target_user_id: friend.id })
  await as('POST', '/rest/v1/rpc/follow_user', { target_user_id: person.id }, friend.token)
  await signInAgain(app, person)
  const life = {
    ...person,
    username,
    formerUsername: person.username,
    friend,
    pictures,
    products: await publishProducts(app, person),
  }
  const { categorized, inbox, deleted } = life.products
  await as('PATCH', `/api/v1/products/${inbox.id}`, { image_url: pictures[1] })
  await as('DELETE', `/api/v1/products/${deleted.id}`, undefined)
  await as('PUT', `/api/v1/me/categories/${categorized.categories.id}`, { is_pinned: false })
  await as('PUT', '/api/v1/me/picks', { product_ids: [categorized.id] })
  await as('PUT', '/api/v1/me/ways/choices/followed/mail', { is_on: true })
  await as('PUT', '/api/v1/me/ways/quiet', { quiet: null })
  await as('POST', '/api/v1/me/lists', {
    title: `All about ${words.text}`,
    words: words.text,
    product_ids: [categorized.id, inbox.id],
  })
  await writeTheRest(app, life)
  return life
}

/** Stores a picture as its owner and returns its address. */
export async function uploadPicture(app: TestApp, { id: userId }: Person, path: string) {
  const actor = { userId, sessionId: userId, role: 'user' } as const
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#c00' } })
    .webp()
    .toBuffer()
  const context = { db: app.database.db, clock: app.clock.now, actor }
  return storePicture(context, app.app.services.media, { path, bytes })
}

async function publishProducts(app: TestApp, { token }: Person): Promise<Life['products']> {
  const { body } = await app.request('GET', '/api/v1/categories')
  const post = async (asin: string, category: string | null) => {
    const answer = await app.request('POST', '/api/v1/products', {
      token,
      headers: { 'idempotency-key': `${words.text}-${asin}` },
      body: {
        amazon_url: `https://www.amazon.com/dp/${asin}`,
        // Its slug does not contain the text, since slugs are never deleted.
        title: `Lamp with ${asin} and ${words.text}`,
        description: `All about ${words.text}`,
        user_comment: `I love ${words.text}`,
        tags: [words.text, 'lamp'],
        category_id: category,
      },
    })
    return answer.body
  }
  return {
    categorized: await post('B0ACCOUNT1', body.items[3].id),
    inbox: await post('B0ACCOUNT2', null),
    deleted: await post('B0ACCOUNT3', null),
  }
}

/** What no call makes, or what comes from outside. */
async function writeTheRest({ database, clock }: TestApp, { id }: Life) {
  const run = (statement: string, values: unknown[]) => database.pool.query(statement, values)
  await run(
    `insert into one_time_tokens (token_hash, user_id, purpose, created_at, expires_at)
     values ($1, $2, 'recovery', $3, $3)`,
    [randomBytes(32), id, clock.now()],
  )
  // An authenticator app that they began to set up.
  await run(
    `insert into factors (user_id, type, friendly_name, secret, created_at, updated_at)
     values ($1, 'totp', 'My phone', $2, $3, $3)`,
    [id, randomBytes(48), clock.now()],
  )
  await run(
    `insert into passkeys (user_id, credential_id, public_key, counter, transports, name, created_at)
     values ($1, $2, $3, 0, '{}', $4, $5)`,
    [id, randomBytes(16), randomBytes(77), `Phone of ${words.first}`, clock.now()],
  )
  // A report that they made, and what was decided of them.
  await run(
    `with profile_case as (
       insert into moderation_cases (user_id, noted_at) select id, $2 from profiles where id <> $1 limit 1 returning id
     )
     insert into reports (case_id, reporter_id, reporter_key, day, reason, text, created_at)
     select id, $1, 'key', $2, 'other', 'My words about them', $2 from profile_case`,
    [id, clock.now()],
  )
  await run(
    `insert into moderation_decisions (user_id, action, reason, decided_by, decided_at)
     values ($1, 'sessions_ended', 'Somebody else was there', $1, $2)`,
    [id, clock.now()],
  )
  // What they were told of, and what others were told of them; and up to where they have seen what others share.
  await run(
    `insert into news (user_id, kind, actors, count, began_at, at) select $1, 'followed', array[id], 1, $2, $2
     from users where id <> $1 limit 1`,
    [id, clock.now()],
  )
  await run(
    `insert into news_once (user_id, kind, actor)
     select a, 'followed', b from users u, lateral (values ($1::uuid, u.id), (u.id, $1)) as pair (a, b)
     where u.id <> $1 order by u.id limit 2`,
    [id],
  )
  await run('insert into following_visits (user_id, seen_until, looked_at) values ($1, $2, $2)', [
    id,
    clock.now(),
  ])
  await run(
    `with marked as (insert into weekly_note_marks (user_id, week) values ($1, '2026-01-05'))
     insert into weekly_notes (user_id, week, facts, written_at) values ($1, '2026-01-05', $2, $3)`,
    [id, oneNote, clock.now()],
  )
  // What they did as an admin.
  await run(
    `insert into admin_audit (actor_id, action, subject, created_at) values ($1, 'import.upload', 'x', $2)`,
    [id, clock.now()],
  )
  await run(
    `insert into import_batches (actor_id, file_hash, format, marketplace, report_as_of, created_at, undone_at, undone_by,
       undone_reason)
     values ($1, $2, 'folio_csv', 'us', $3, $3, $3, $1, 'The wrong file')`,
    [id, randomBytes(32), clock.now()],
  )
  await run(
    `insert into order_runs (kind, actor_id, state, created_at, finished_at) values ('match', $1, 'done', $2, $2)`,
    [id, clock.now()],
  )
}
