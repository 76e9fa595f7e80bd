import { describe, expect, it } from 'vitest'
import { causeOf } from './causes.ts'

// docs/operating.md#a-database-of-yours: what the other side or the system answers, and what is said of it.

const answered = (code: string | undefined, words: string) =>
  Object.assign(new Error(words), code && { code })

const says = {
  nobody: 'nothing listens there.',
  unknown: 'its host is not known.',
  silent: 'it does not answer.',
  full: 'the disk is full.',
  taken: 'all its connections are taken.',
  memory: 'its machine has no memory left.',
  options: 'a pooler in front of it refuses the options in the address.',
  tls: 'it admits this account from here only over TLS, or not at all.',
  noWay: 'it admits this account from here neither with TLS nor without.',
  noTls: 'it does not speak TLS, which the address asks for.',
  expired: 'its certificate has expired.',
  otherName: 'its certificate is for another name.',
  unsigned: 'nobody whom this machine knows has signed its certificate.',
  refused: 'it refuses the user or the password.',
  password: 'it asks for a password.',
  noDatabase: 'there is no database of this name.',
  mayNot: 'the account may not use it.',
  readOnly: 'none of them accepts changes.',
  starting: 'it is starting, stopping, or closed for maintenance.',
  ended: 'it ended the connection.',
}

describe('a cause has its sentence', () => {
  it.each<[keyof typeof says, string | undefined, string]>([
    ['nobody', 'ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:1'],
    ['nobody', 'ENOENT', 'connect ENOENT /tmp/.s.PGSQL.5432'],
    ['unknown', 'ENOTFOUND', 'getaddrinfo ENOTFOUND db.invalid'],
    ['unknown', 'EAI_AGAIN', 'getaddrinfo EAI_AGAIN db.invalid'],
    ['silent', 'ETIMEDOUT', 'connect ETIMEDOUT 10.0.0.1:5432'],
    ['silent', 'EHOSTUNREACH', 'connect EHOSTUNREACH 10.0.0.1:5432'],
    ['silent', undefined, 'timeout expired'],
    ['silent', undefined, 'timeout exceeded when trying to connect'],
    ['silent', undefined, 'Query read timeout'],
    ['full', '53100', 'could not extend file "base/16384/2619": No space left on device'],
    ['full', '58030', 'could not write to file "pg_wal/xlogtemp.71": No space left on device'],
    ['full', 'XX000', 'could not write init file: No space left on device'],
    ['full', 'ENOSPC', 'ENOSPC: no space left on device, write'],
    ['taken', '53300', 'too many connections for role "folio"'],
    ['taken', '53300', 'sorry, too many clients already'],
    ['taken', '53300', 'remaining connection slots are reserved for roles with the SUPERUSER attribute'],
    ['taken', '08P01', 'no more connections allowed (max_client_conn)'],
    ['memory', '53200', 'out of memory'],
    ['options', '08P01', 'unsupported startup parameter in options: search_path'],
    ['options', '08P01', 'unsupported startup parameter: options'],
    [
      'tls',
      '28000',
      'no pg_hba.conf entry for host "10.0.0.7", user "folio", database "shop", no encryption',
    ],
    [
      'tls',
      '28000',
      'pg_hba.conf rejects connection for host "10.0.0.7", user "folio", database "shop", no encryption',
    ],
    [
      'noWay',
      '28000',
      'no pg_hba.conf entry for host "10.0.0.7", user "folio", database "shop", SSL encryption',
    ],
    ['noTls', undefined, 'The server does not support SSL connections'],
    ['expired', 'CERT_HAS_EXPIRED', 'certificate has expired'],
    ['otherName', 'ERR_TLS_CERT_ALTNAME_INVALID', "Hostname/IP does not match certificate's altnames"],
    ['unsigned', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate'],
    ['unsigned', 'SELF_SIGNED_CERT_IN_CHAIN', 'self-signed certificate in certificate chain'],
    ['unsigned', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'unable to verify the first certificate'],
    ['refused', '28P01', 'password authentication failed for user "folio"'],
    ['refused', '28000', 'role "folio" does not exist'],
    ['password', undefined, 'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string'],
    ['noDatabase', '3D000', 'database "shop" does not exist'],
    ['mayNot', '42501', 'permission denied for database "shop"'],
    ['readOnly', '25006', 'cannot execute INSERT in a read-only transaction'],
    ['starting', '57P03', 'the database system is starting up'],
    ['starting', '55000', 'database "shop" is not currently accepting connections'],
    ['ended', '57P01', 'terminating connection due to administrator command'],
    ['ended', 'ECONNRESET', 'read ECONNRESET'],
    ['ended', undefined, 'Connection terminated unexpectedly'],
  ])('%s: %s %s', (name, code, words) => {
    expect(causeOf(answered(code, words))?.says).toBe(says[name])
  })

  it('of several addresses of one host the first counts', () => {
    expect(causeOf(new AggregateError([answered('ECONNREFUSED', 'connect')]))?.says).toBe(says.nobody)
  })

  it('nothing is made up about an error that is none of them', () => {
    expect(causeOf(answered('42501', 'permission denied for table lists'))).toBeUndefined()
    expect(causeOf(answered('22P02', 'invalid input syntax for type uuid: "x"'))).toBeUndefined()
    expect(causeOf('torn')).toBeUndefined()
  })
})
