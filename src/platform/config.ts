import { availableParallelism } from 'node:os'
import path from 'node:path'
import type { z } from 'zod'
import { dayMs, hourMs } from '../shared/time.ts'
import { environment } from './environment.ts'
import type { LogFormat } from './log.ts'
import { OperatorError } from './operator-error.ts'
import { s3Start } from './settings/values.ts'

/** Settings that mean something only together. */
const groups: string[][] = [
  ['AMAZON_CREATORS_ID', 'AMAZON_CREATORS_SECRET'],
  ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  ['PAYPAL_CLIENT_ID', 'PAYPAL_SECRET'],
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['APPLE_CLIENT_ID', 'APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_PRIVATE_KEY'],
]
const onlyForTests = ['AMAZON_TEST_ORIGIN', 'OIDC_TEST_ORIGIN']

/** The program's settings: every one optional, read once at the start. */
export type Settings = {
  host: string
  port: number
  /** How many processes serve. */
  workers: number
  /** Folder of the embedded database, keys and files. */
  dataDir: string
  /** Unset: the embedded server is used. */
  databaseUrl: string | undefined
  /** The account that owns its tables; the same as the app's if unset. */
  databaseOwnerUrl: string | undefined
  /** Standbys of it that answer some reads; none if unset. */
  databaseReadUrl: string | undefined
  /** Public address; unset means the address listened on. */
  siteUrl: string | undefined
  appName: string
  logLevel: string
  logFormat: LogFormat
  /** Whether each answered request has a line in the log. */
  accessLog: boolean
  trustProxy: boolean
  /** How many connections an address prefix may have at a time where no proxy is trusted; any number for 0. */
  connectionsPerAddress: number
  /** Whether https is asked of browsers for all hosts below the site's, too. */
  hstsSubdomains: boolean
  /** Whether /api/reference and /api/openapi.json are there. */
  apiReference: boolean
  /** File of the countries of addresses, in MaxMind's format. Unset: no click has a country. */
  geoDatabase: string | undefined
  mode: 'production' | 'development' | 'test'
  metrics: {
    /** Unset: there is no port of their own. */
    port: number | undefined
    host: string
    /** Unset: they are not on the site's port. */
    token: string | undefined
  }
  /** Unset: nobody is told of the steps of requests and jobs. */
  tracing: TracingSettings | undefined
  /** Where faults are reported; nowhere if unset. */
  errorReportDsn: string | undefined
  backup: BackupSettings
  /** How many days raw clicks are stored, at least; then whole months are deleted. */
  clickRetentionDays: number
  earnings: {
    /** The platform's share of a commission in hundredths of a percent, for orders that get their first ledger row. */
    feeBps: number
    /** How many days after the end of an order's month Amazon has paid. */
    holdDays: number
    /** By what months that begin from now on become posted. */
    release: 'calendar' | 'receipt'
    /** Where the days of reports begin and end. */
    reportTimeZone: string
    /** What one admin moves alone for a creator in 30 days; in all ten times as much. */
    aloneCents: number
  }
  payouts: {
    /** The least that is paid out to a creator. */
    minimumCents: number
    /** Encrypts where creators are paid. Unset: made once and stored in the data folder. */
    key: Buffer | undefined
    /** Unset: payouts go by files alone. */
    paypal: { clientId: string; secret: string; url: string } | undefined
  }
  checkpoints: {
    /** Signs checkpoints of the ledger's log. Unset: made once and stored in the data folder. */
    key: Buffer | undefined
    /** Addresses that each checkpoint is sent to. */
    witnesses: string[]
  }
  passwordMinLength: number
  sessions: SessionLife
  /** Whether admins act as such only after two steps. */
  adminTwoStep: 'optional' | 'required'
  /** Other addresses than the site's own that signing in may lead back to. */
  redirectUrls: string[]
  /** Private keys for access tokens as a JSON Web Key Set. Unset: made once and stored in the database. */
  signingKeys: string | undefined
  mail: {
    /** Unset: mails are written to the local mailbox. */
    smtpUrl: string | undefined
    /** Unset: derived from the site's host. */
    from: string | undefined
  }
  /** Unset: files are stored in the data folder. */
  s3: S3Settings | undefined
  /** For backups in a bucket, which need not be that of the pictures. */
  s3Access: S3Access
  providers: {
    google: { clientId: string; clientSecret: string } | undefined
    apple: { clientId: string; teamId: string; keyId: string; privateKey: string } | undefined
    /** Tests only: stands in for the providers' own addresses. Production refuses to start with it. */
    testOrigin: string | undefined
  }
  amazon: {
    credentials: { id: string; secret: string; version: '3.1' | '3.2' | '3.3' } | undefined
    /** Associate tag by marketplace code (`us`, `uk` …). */
    tags: Record<string, string>
    /** Hosts of short links beside those that are known. */
    shortHosts: string[]
    /** What Amazon lets the account ask of the Creators API, all processes together. */
    calls: { perSecond: number; perDay: number }
    /** Tests only: stands in for every host of Amazon's. Production refuses to start with it. */
    testOrigin: string | undefined
  }
}

/** Who is told of the steps of requests and jobs. */
export type TracingSettings = {
  endpoint: string
  headers: Record<string, string>
  /** Of which share, from 0 to 1. */
  share: number
}

/** Backups that are made by themselves. */
export type BackupSettings = {
  /** Null: none are made. */
  everyMs: number | null
  /** Where they lie: a folder, as a whole path, or `s3://bucket/prefix`. */
  to: string
  /** How many of them stay. */
  keep: number
  withKeys: boolean
  /** Whom they are encrypted for (`age1…`); not at all if there are none. */
  recipients: string[]
  /** The 32 bytes that sign them, where those are not a file below the data folder. */
  signingKey?: Buffer | undefined
}

/** How long people stay signed in. */
export type SessionLife = {
  /** How many days after signing in a session ends, however often it is used. */
  days: number
  /** How many hours after its last use an admin's session ends. */
  adminIdleHours: number
}

/** How stores of S3's kind are reached. */
export type S3Access = {
  region: string
  /** Another store than Amazon's own, addressed by path. */
  endpoint: string | undefined
  /** Unset: as the machine's role or AWS_* variables say. */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined
}

export type S3Settings = S3Access & { bucket: string }

/** Thrown by {@link readSettings}; its message lists every problem, one a line. */
export class SettingsError extends OperatorError {
  override readonly name = 'SettingsError'
}

/**
 * Reads the settings from environment variables. `projectDir` is where the default data folder is.
 * Throws SettingsError naming every variable that cannot be used.
 */
export function readSettings(env: NodeJS.ProcessEnv, projectDir: string): Settings {
  // An empty variable counts as unset: that is what compose files and shells produce for "not given".
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = environment.safeParse(given)
  const problems = parsed.error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) ?? []
  for (const names of groups) {
    const set = names.filter((name) => given[name])
    if (set.length > 0 && set.length < names.length)
      problems.push(`${names.join(' and ')}: set ${names.length === 2 ? 'both or neither' : 'all or none'}`)
  }
  if (given.DATABASE_OWNER_URL && !given.DATABASE_URL)
    problems.push('DATABASE_OWNER_URL: only with DATABASE_URL; the embedded database has its own owner')
  if (given.NODE_ENV !== 'test')
    for (const name of onlyForTests) if (given[name]) problems.push(`${name}: only for tests (NODE_ENV=test)`)
  if (!parsed.success || problems.length > 0)
    throw new SettingsError(`Cannot start, please correct these settings:\n  ${problems.join('\n  ')}`)
  return toSettings(parsed.data, projectDir)
}

type Environment = z.output<typeof environment>

function toSettings(v: Environment, projectDir: string): Settings {
  const { AMAZON_CREATORS_ID: id, AMAZON_CREATORS_SECRET: secret, AMAZON_CREATORS_VERSION: version } = v
  return {
    host: v.HOST,
    port: v.PORT,
    workers: v.WEB_CONCURRENCY === 'auto' ? fittingWorkers() : Number(v.WEB_CONCURRENCY),
    dataDir: path.resolve(projectDir, v.DATA_DIR ?? '.data'),
    databaseUrl: v.DATABASE_URL,
    databaseOwnerUrl: v.DATABASE_OWNER_URL,
    databaseReadUrl: v.DATABASE_READ_URL,
    siteUrl: v.SITE_URL && new URL(v.SITE_URL).origin,
    appName: v.APP_NAME,
    logLevel: v.LOG_LEVEL,
    logFormat: v.LOG_FORMAT,
    accessLog: v.ACCESS_LOG,
    trustProxy: v.TRUST_PROXY,
    connectionsPerAddress: v.CONNECTIONS_PER_ADDRESS,
    hstsSubdomains: v.HSTS_SUBDOMAINS,
    apiReference: v.API_REFERENCE,
    geoDatabase: v.GEO_DATABASE && path.resolve(projectDir, v.GEO_DATABASE),
    mode: v.NODE_ENV,
    metrics: { port: v.METRICS_PORT, host: v.METRICS_HOST, token: v.METRICS_TOKEN },
    tracing: v.OTEL_EXPORTER_OTLP_ENDPOINT
      ? {
          endpoint: v.OTEL_EXPORTER_OTLP_ENDPOINT,
          headers: v.OTEL_EXPORTER_OTLP_HEADERS,
          share: v.OTEL_TRACES_SAMPLER_ARG,
        }
      : undefined,
    errorReportDsn: v.ERROR_REPORT_DSN,
    backup: toBackup(v, projectDir),
    clickRetentionDays: v.CLICK_RETENTION_DAYS,
    earnings: {
      feeBps: v.PLATFORM_FEE_BPS,
      holdDays: v.EARNINGS_HOLD_DAYS,
      release: v.EARNINGS_RELEASE,
      reportTimeZone: v.REPORT_TIME_ZONE,
      aloneCents: Math.round(v.ADJUSTMENT_ALONE * 100),
    },
    payouts: {
      minimumCents: Math.round(v.PAYOUT_MINIMUM * 100),
      key: bytesOf(v.PAYOUT_KEY),
      paypal:
        v.PAYPAL_CLIENT_ID && v.PAYPAL_SECRET
          ? { clientId: v.PAYPAL_CLIENT_ID, secret: v.PAYPAL_SECRET, url: v.PAYPAL_URL }
          : undefined,
    },
    checkpoints: { key: bytesOf(v.CHECKPOINT_KEY), witnesses: v.LEDGER_WITNESSES },
    passwordMinLength: v.PASSWORD_MIN_LENGTH,
    sessions: { days: v.SESSION_DAYS, adminIdleHours: v.ADMIN_IDLE_HOURS },
    adminTwoStep: v.ADMIN_TWO_STEP,
    redirectUrls: v.REDIRECT_URLS,
    signingKeys: v.SIGNING_KEYS,
    mail: { smtpUrl: v.SMTP_URL, from: v.MAIL_FROM },
    s3: v.S3_BUCKET ? { bucket: v.S3_BUCKET, ...toS3Access(v) } : undefined,
    s3Access: toS3Access(v),
    providers: toProviders(v),
    amazon: {
      credentials: id && secret ? { id, secret, version } : undefined,
      tags: v.AMAZON_TAGS,
      shortHosts: v.AMAZON_SHORT_HOSTS,
      calls: { perSecond: v.AMAZON_CALLS_PER_SECOND, perDay: v.AMAZON_CALLS_PER_DAY },
      testOrigin: v.AMAZON_TEST_ORIGIN,
    },
  }
}

const mostWorkers = 16

/** One processor is left to the database. */
const fittingWorkers = () => Math.min(mostWorkers, Math.max(1, availableParallelism() - 1))

const bytesOf = (base64: string | undefined) =>
  base64 === undefined ? undefined : Buffer.from(base64, 'base64')

function toBackup(v: Environment, projectDir: string): BackupSettings {
  const every = v.BACKUP_EVERY ?? (v.DATABASE_URL ? 'off' : '24h')
  const dataDir = path.resolve(projectDir, v.DATA_DIR ?? '.data')
  return {
    everyMs: every === 'off' ? null : Number.parseInt(every, 10) * (every.endsWith('d') ? dayMs : hourMs),
    to: v.BACKUP_TO ? backupPlace(projectDir, v.BACKUP_TO) : path.join(dataDir, 'backups'),
    keep: v.BACKUP_KEEP,
    withKeys: v.BACKUP_KEYS ?? (!v.BACKUP_TO || v.BACKUP_RECIPIENTS.length > 0),
    recipients: v.BACKUP_RECIPIENTS,
    signingKey: bytesOf(v.BACKUP_SIGNING_KEY),
  }
}

/** An address of S3 as it is; a folder as a whole path. */
export const backupPlace = (from: string, to: string): string =>
  to.startsWith(s3Start) ? to.replace(/\/+$/, '') : path.resolve(from, to)

function toS3Access(v: Environment): S3Access {
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = v
  const credentials = accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined
  return { region: v.S3_REGION, endpoint: v.S3_ENDPOINT, credentials }
}

function toProviders(v: Environment): Settings['providers'] {
  const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET } = v
  const { APPLE_CLIENT_ID, APPLE_TEAM_ID, APPLE_KEY_ID, APPLE_PRIVATE_KEY } = v
  return {
    google:
      GOOGLE_CLIENT_ID && GOOGLE_CLIENT_SECRET
        ? { clientId: GOOGLE_CLIENT_ID, clientSecret: GOOGLE_CLIENT_SECRET }
        : undefined,
    apple:
      APPLE_CLIENT_ID && APPLE_TEAM_ID && APPLE_KEY_ID && APPLE_PRIVATE_KEY
        ? {
            clientId: APPLE_CLIENT_ID,
            teamId: APPLE_TEAM_ID,
            keyId: APPLE_KEY_ID,
            // One line in an environment file: \n stands for the key's line ends.
            privateKey: APPLE_PRIVATE_KEY.replaceAll('\\n', '\n'),
          }
        : undefined,
    testOrigin: v.OIDC_TEST_ORIGIN,
  }
}
