import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'

/** A mail as it arrived: parsed, as it was sent, and its recipients in the envelope. */
type ReceivedMail = Email & { raw: string; recipients: string[]; wasEncrypted: boolean }

/**
 * What happens to an attempt to send: `refused_for_now` answers 451 to the recipient and `refused` 550, `rejected`
 * answers 554 to the mail itself, `dropped` takes the mail and ends the connection without an answer, `held` takes it
 * and never answers, `endless` begins an answer that goes on, so that nobody gives up waiting.
 */
type SmtpTrouble = 'refused_for_now' | 'refused' | 'rejected' | 'dropped' | 'held' | 'endless'

/**
 * A mail server on a loopback port that keeps what it is sent. Point an app at it with `SMTP_URL=<url>`; the account
 * is part of it, and nobody may send without.
 *
 * - `nextMail()` resolves with the oldest mail that was not asked for yet, `mailTo(address)` with the oldest to this
 *   address; both wait until there is one. `mails` are all that arrived.
 * - `troubles`: what happens to the next attempts, in order; after that all goes well. `attempts` counts them.
 * - `close()` ends every connection; the same port can be used again.
 */
export type FakeSmtp = {
  url: string
  port: number
  mails: ReceivedMail[]
  troubles: SmtpTrouble[]
  attempts: number
  nextMail(): Promise<ReceivedMail>
  mailTo(address: string): Promise<ReceivedMail>
  close(): Promise<void>
}

const account = { user: 'folio@mail.example', password: 'p@ss:w/rd ü' }

/** Starts the fake on `port`, or a free one; with `encrypted` it offers STARTTLS with a certificate of its own. */
export async function startFakeSmtp({ port = 0, encrypted = false } = {}): Promise<FakeSmtp> {
  const letterbox = createLetterbox()
  const answers = new Map<string, SmtpTrouble | undefined>()
  const server = new SMTPServer({
    disabledCommands: encrypted ? [] : ['STARTTLS'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    closeTimeout: 50,
    onAuth: ({ username, password }, _session, done) =>
      username === account.user && password === account.password
        ? done(null, { user: username })
        : done(refusal(535, 'Who are you?')),
    onRcptTo: ({ address }, session, done) => {
      fake.attempts += 1
      const trouble = fake.troubles.shift()
      answers.set(session.id, trouble)
      if (trouble === 'refused_for_now') return done(refusal(451, `4.2.1 <${address}> is busy`))
      if (trouble === 'refused') return done(refusal(550, `5.1.1 <${address}> is unknown`))
      done()
    },
    onData: async (stream, session, done) => {
      // A program that was killed in the middle of it has sent no mail.
      const mail = await receive(stream, session).catch(() => null)
      if (!mail) return done(refusal(451, '4.3.0 The mail broke off'))
      const trouble = answers.get(session.id)
      if (trouble === 'rejected') return done(refusal(554, '5.7.1 This looks like spam'))
      letterbox.put(mail)
      if (trouble === 'held') return
      if (trouble === 'endless') return answerWithoutEnd(server, session.id)
      if (trouble === 'dropped') return endConnection(server, session.id)
      done()
    },
  })
  // Connections that a test cuts off are expected.
  server.on('error', () => {})
  const listener = server.listen(port, '127.0.0.1')
  await once(listener, 'listening')
  const { port: actualPort } = listener.address() as AddressInfo
  const login = `${encodeURIComponent(account.user)}:${encodeURIComponent(account.password)}`
  const fake: FakeSmtp = {
    url: `smtp://${login}@127.0.0.1:${actualPort}`,
    port: actualPort,
    mails: letterbox.mails,
    troubles: [],
    attempts: 0,
    nextMail: () => letterbox.take(() => true),
    mailTo: (address) => letterbox.take((mail) => mail.recipients.includes(address)),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return fake
}

const refusal = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })

async function receive(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<ReceivedMail> {
  const raw = (await buffer(stream)).toString()
  const recipients = session.envelope.rcptTo.map(({ address }) => address)
  return { ...(await PostalMime.parse(raw)), raw, recipients, wasEncrypted: session.secure }
}

/** A line a second of a reply whose last line never comes. */
function answerWithoutEnd(server: SMTPServer, sessionId: string): void {
  const connection = [...server.connections].find(({ id }) => id === sessionId) as
    | { _socket: Socket }
    | undefined
  const socket = connection?._socket
  const timer = setInterval(() => socket?.write('250-Please wait\r\n'), 1_000)
  socket?.once('close', () => clearInterval(timer))
}

function endConnection(server: SMTPServer, sessionId: string): void {
  for (const connection of server.connections) if (connection.id === sessionId) connection.close()
}

/** Stores mails, and gives each to the first caller who asks for one like it, now or later. */
function createLetterbox() {
  type Wish = { fits: (mail: ReceivedMail) => boolean; fulfil: (mail: ReceivedMail) => void }
  const mails: ReceivedMail[] = []
  const untaken: ReceivedMail[] = []
  const wishes: Wish[] = []
  return {
    mails,
    put(mail: ReceivedMail) {
      mails.push(mail)
      const index = wishes.findIndex(({ fits }) => fits(mail))
      if (index < 0) untaken.push(mail)
      else wishes.splice(index, 1)[0]?.fulfil(mail)
    },
    take(fits: (mail: ReceivedMail) => boolean): Promise<ReceivedMail> {
      const index = untaken.findIndex(fits)
      const [mail] = index < 0 ? [] : untaken.splice(index, 1)
      return mail ? Promise.resolve(mail) : new Promise((fulfil) => wishes.push({ fits, fulfil }))
    },
  }
}
