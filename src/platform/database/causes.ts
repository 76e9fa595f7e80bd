import { Refused } from '../http/refused.ts'
import { isDatabaseUnavailable, sqlState } from './errors.ts'

/** Why a database cannot be used: `says` ends a sentence that names it; `todo` is a sentence of its own. */
export type Cause = { says: string; todo?: string }

type Known = Cause & {
  /** SQLSTATEs, and errors of the system and of TLS. */
  codes?: string[]
  /** For what has no code of its own, or shares it with something else. */
  words?: RegExp
}

const room = 'Make room there: a Folio that runs goes on by itself.'
const connections =
  'Give the account or the server more connections, or let fewer be used (WEB_CONCURRENCY): docs/operating.md#connections.'
const tls =
  'Add sslmode=verify-full to the address, or sslmode=require if nobody could be in between: docs/operating.md#tls-to-the-database.'
const certificate =
  'Name the file of its authority with sslrootcert in the address: docs/operating.md#tls-to-the-database.'

/** The first that fits counts. */
const known: Known[] = [
  { codes: ['ECONNREFUSED', 'ENOENT'], says: 'nothing listens there.' },
  { codes: ['ENOTFOUND', 'EAI_AGAIN'], says: 'its host is not known.' },
  {
    codes: ['EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'],
    words: /^(timeout expired|timeout exceeded when trying to connect|Query read timeout)$/,
    says: 'it does not answer.',
    todo: 'Check the address, that PostgreSQL runs there, and that no firewall is in between.',
  },
  {
    codes: ['53100', 'ENOSPC'],
    words: /No space left on device/i,
    says: 'the disk is full.',
    todo: room,
  },
  {
    codes: ['53300'],
    words: /no more connections allowed/,
    says: 'all its connections are taken.',
    todo: connections,
  },
  {
    codes: ['53200'],
    says: 'its machine has no memory left.',
    todo: 'Give it more, or lower shared_buffers and work_mem.',
  },
  {
    words: /unsupported startup parameter/,
    says: 'a pooler in front of it refuses the options in the address.',
    todo: 'Set ignore_startup_parameters = options there, and pool_mode = session: docs/operating.md#poolers.',
  },
  {
    words: /(no pg_hba\.conf entry|pg_hba\.conf rejects).*no encryption/,
    says: 'it admits this account from here only over TLS, or not at all.',
    todo: tls,
  },
  {
    words: /pg_hba\.conf/,
    says: 'it admits this account from here neither with TLS nor without.',
    todo: 'Add a line for it to pg_hba.conf on that machine.',
  },
  {
    words: /does not support SSL connections/,
    says: 'it does not speak TLS, which the address asks for.',
    todo: 'Turn ssl on there, or leave sslmode out if nobody could be in between.',
  },
  {
    codes: ['CERT_HAS_EXPIRED'],
    says: 'its certificate has expired.',
    todo: 'Renew it there.',
  },
  {
    codes: ['ERR_TLS_CERT_ALTNAME_INVALID'],
    says: 'its certificate is for another name.',
    todo: 'Use a name in the address that the certificate has.',
  },
  {
    codes: [
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'SELF_SIGNED_CERT_IN_CHAIN',
      'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    ],
    says: 'nobody whom this machine knows has signed its certificate.',
    todo: certificate,
  },
  { codes: ['28P01', '28000'], says: 'it refuses the user or the password.' },
  // The library's words when the server asks for a password and none is given.
  { words: /^SASL/, says: 'it asks for a password.' },
  { codes: ['3D000'], says: 'there is no database of this name.' },
  { words: /permission denied for database/, says: 'the account may not use it.' },
  { codes: ['25006'], says: 'none of them accepts changes.' },
  {
    codes: ['57P03'],
    words: /not currently accepting connections/,
    says: 'it is starting, stopping, or closed for maintenance.',
    todo: 'Start Folio again in a moment.',
  },
  {
    codes: ['57P01', '57P02', 'ECONNRESET', 'EPIPE'],
    words: /^(Connection terminated|Client has encountered a connection error)|not queryable/,
    says: 'it ended the connection.',
    todo: 'Check that it runs, then start this again.',
  },
]

/**
 * The cause behind an error of the database or of the way to it, found by its SQLSTATE, the system's code or its words
 * (docs/operating.md#a-database-of-yours); undefined if it is none of them.
 */
export function causeOf(error: unknown): Cause | undefined {
  // Several addresses of one host fail together.
  if (error instanceof AggregateError) return causeOf(error.errors[0])
  const code = sqlState(error) ?? ''
  const words = error instanceof Error ? error.message : ''
  return known.find((one) => one.codes?.includes(code) || one.words?.test(words))
}

/** The same in two sentences, where something failed because the database cannot be used; undefined otherwise. */
export function databaseTrouble(error: unknown): Required<Cause> | undefined {
  if (!isDatabaseUnavailable(error)) return undefined
  const cause = causeOf(error instanceof Refused ? error.cause : error)
  return {
    says: `The database cannot be used: ${cause?.says ?? 'the connection to it was lost.'}`,
    todo: cause?.todo ?? 'Check that it runs, then start this again.',
  }
}
