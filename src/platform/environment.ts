import { z } from 'zod'
import { clicksStoredDays } from '../shared/attribution.ts'
import { isTimeZone } from '../shared/time-zone.ts'
import {
  addressList,
  associateTags,
  databaseUrl,
  flag,
  headerList,
  hostList,
  key,
  origin,
  place,
  recipientList,
  smtpAddress,
  webAddress,
  whole,
  witnessList,
} from './settings/values.ts'

/** What operators set, by subject; what each does stands in `.env.example`, which is made from this. */
export const settingGroups = {
  'Address and pages': {
    SITE_URL: origin
      .optional()
      .describe(
        'The public address without a path, in links, previews and tokens, such as https://folio.example. Unset: the address listened on.',
      ),
    HOST: z.string().default('127.0.0.1').describe('Where it listens: 0.0.0.0 for every interface.'),
    PORT: whole(0, 65_535).default(3000).describe('Its port; 0 takes any free one.'),
    APP_NAME: z
      .string()
      .min(1)
      .max(40)
      .default('Folio')
      .describe('The product’s name on every page and in every mail.'),
    WEB_CONCURRENCY: z
      .string()
      .regex(/^(auto|[1-9]|1[0-6])$/, 'must be auto, or a number from 1 to 16')
      .default('1')
      .describe('Processes that serve: a number up to 16, or auto for one less than there are processors.'),
    TRUST_PROXY: flag.prefault('off').describe('on behind a proxy of yours that sets X-Forwarded-For.'),
    CONNECTIONS_PER_ADDRESS: whole(0, 1_000_000)
      .default(500)
      .describe(
        'Connections that an address (IPv4, or IPv6 /64) may have at a time where no proxy is trusted, and requests under way with one too; 0 for any number.',
      ),
    HSTS_SUBDOMAINS: flag
      .prefault('off')
      .describe(
        'on asks browsers to use https for all hosts below the site’s, too. It cannot be taken back for a year.',
      ),
    API_REFERENCE: flag.prefault('on').describe('off takes /api/reference and /api/openapi.json away.'),
    LOG_LEVEL: z
      .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
      .default('info')
      .describe('How much is logged.'),
  },
  'Log and metrics': {
    LOG_FORMAT: z
      .enum(['auto', 'json', 'lines'])
      .default('auto')
      .describe('json: a line of JSON an event; lines: for people; auto: lines on a terminal, else JSON.'),
    ACCESS_LOG: flag
      .prefault('off')
      .describe(
        'on logs each answered request: route, path, status, milliseconds, bytes. No address, no query.',
      ),
    METRICS_PORT: whole(1, 65_535)
      .optional()
      .describe('Serves metrics for Prometheus at /metrics of this port of its own.'),
    METRICS_HOST: z
      .string()
      .min(1)
      .default('127.0.0.1')
      .describe('Where it listens. Whoever reaches it can read the metrics.'),
    METRICS_TOKEN: z
      .string()
      .regex(/^[\x21-\x7e]{16,}$/, 'must be 16 characters or more, without spaces')
      .optional()
      .describe(
        'Serves them at /metrics of the site, for whoever sends this bearer token. 16 characters at least.',
      ),
    OTEL_EXPORTER_OTLP_ENDPOINT: webAddress
      .optional()
      .describe(
        'An OpenTelemetry collector, such as http://127.0.0.1:4318, that is told the steps of requests and jobs (OTLP over HTTP).',
      ),
    OTEL_EXPORTER_OTLP_HEADERS: headerList
      .default({})
      .describe('Headers for it, such as authorization=Bearer%20secret, separated by commas.'),
    OTEL_TRACES_SAMPLER_ARG: z.coerce
      .number()
      .min(0)
      .max(1)
      .default(0.1)
      .describe('Of which share of requests and jobs it is told, unless a proxy has decided.'),
    ERROR_REPORT_DSN: z
      .url({ protocol: /^https?$/, error: 'must look like https://key@host/project' })
      .regex(/^https?:\/\/[^:@/]+@[^@]*\/[\w-]+$/, 'must look like https://key@host/project')
      .optional()
      .describe(
        'Where faults of the program are reported, in Sentry’s format: the DSN of a project of Sentry, GlitchTip or Bugsink.',
      ),
  },
  Data: {
    DATA_DIR: z
      .string()
      .optional()
      .describe('Folder of the embedded database, of mails and of pictures. Unset: .data in the project.'),
    DATABASE_URL: databaseUrl
      .optional()
      .describe(
        'A PostgreSQL 18 of yours, such as postgresql://folio:secret@db/folio. Several servers of which one takes changes: postgresql://folio:secret@one:5432,two:5432/folio. Unset: the embedded one.',
      ),
    DATABASE_OWNER_URL: databaseUrl
      .optional()
      .describe(
        'The same database as the account that owns its tables, such as postgresql://folio_owner:secret@db/folio. DATABASE_URL is then one that can only add to the ledger; see docs/operating.md. Unset: DATABASE_URL owns them.',
      ),
    DATABASE_READ_URL: databaseUrl
      .optional()
      .describe(
        'Standbys of that database, such as postgresql://folio:secret@two,three/folio: they answer pages and what is asked without sign-in.',
      ),
    S3_BUCKET: z
      .string()
      .min(3)
      .optional()
      .describe('Stores pictures in this bucket instead of DATA_DIR/files.'),
    S3_REGION: z.string().min(1).default('us-east-1').describe('The bucket’s region.'),
    S3_ENDPOINT: webAddress.optional().describe('Another store than Amazon’s own.'),
    S3_ACCESS_KEY_ID: z
      .string()
      .min(1)
      .optional()
      .describe('Unset: as the machine’s role or the AWS_ variables say.'),
    S3_SECRET_ACCESS_KEY: z.string().min(1).optional().describe('Belongs to S3_ACCESS_KEY_ID.'),
    BACKUP_EVERY: z
      .string()
      .regex(/^(off|[1-9]\d{0,3}[hd])$/, 'must be off, or a number of hours or days, such as 24h or 7d')
      .optional()
      .describe(
        'How often a backup is made, such as 24h or 7d; off for never. Unset: 24h with the embedded database, off with DATABASE_URL.',
      ),
    BACKUP_TO: place
      .optional()
      .describe(
        'Where these backups lie: a folder, or s3://bucket/prefix with the S3_ settings above. Unset: DATA_DIR/backups.',
      ),
    BACKUP_KEEP: whole(1, 1_000).default(7).describe('How many of them are kept.'),
    BACKUP_KEYS: flag
      .optional()
      .describe(
        'Whether they hold the keys that sign people in, so that nobody has to sign in again after a restore. Unset: on in DATA_DIR and where they are encrypted, off elsewhere.',
      ),
    BACKUP_SIGNING_KEY: key
      .optional()
      .describe(
        'Signs backups: 32 bytes in base64 (openssl rand -base64 32). Unset: made once, in DATA_DIR/keys.',
      ),
    BACKUP_RECIPIENTS: recipientList
      .default([])
      .describe(
        'Encrypts them, and the pictures beside them, in the age format for these recipients (age1…), separated by commas.',
      ),
    CLICK_RETENTION_DAYS: whole(clicksStoredDays, 36_500)
      .default(clicksStoredDays)
      .describe(
        'How many days single clicks are stored, at least; then whole months are deleted. Sums of days stay for ever.',
      ),
    GEO_DATABASE: z
      .string()
      .min(1)
      .optional()
      .describe(
        'A file of countries in MaxMind’s format (.mmdb, as GeoLite2 Country or DB-IP Lite): clicks then show where readers are. Read at the start.',
      ),
  },
  Mail: {
    SMTP_URL: smtpAddress
      .optional()
      .describe(
        'Where mails are handed in, such as smtps://user:password@mail.example:465, the password percent-encoded (# is %23). Unset: they lie in DATA_DIR/mails.',
      ),
    MAIL_FROM: z
      .string()
      .min(3)
      .optional()
      .describe('Who mails are from, such as Folio <hello@folio.example>. Unset: no-reply@ the site’s host.'),
  },
  'Signing in': {
    PASSWORD_MIN_LENGTH: whole(6, 128)
      .default(6)
      .describe('Shortest password at sign-up; one that replaces another has 8 characters at least.'),
    SESSION_DAYS: whole(1, 3_650)
      .default(90)
      .describe('So many days after signing in everyone signs in again, however often they came.'),
    ADMIN_IDLE_HOURS: whole(1, 8_760)
      .default(12)
      .describe('So many hours without use end an admin’s session.'),
    ADMIN_TWO_STEP: z
      .enum(['optional', 'required'], 'must be optional or required')
      .default('optional')
      .describe(
        'required: admins sign in with two steps (an authenticator app, or a passkey), or are none until they do.',
      ),
    REDIRECT_URLS: addressList
      .default([])
      .describe(
        'Other addresses, separated by commas, that mails and sign-ins may lead back to, with all paths below them.',
      ),
    SIGNING_KEYS: z
      .string()
      .optional()
      .describe(
        'Private ES256 keys as a JSON Web Key Set: the first signs, all verify. Unset: made once, and stored in the database.',
      ),
    GOOGLE_CLIENT_ID: z.string().min(1).optional().describe('Sign-in with Google.'),
    GOOGLE_CLIENT_SECRET: z.string().min(1).optional().describe('Belongs to GOOGLE_CLIENT_ID.'),
    APPLE_CLIENT_ID: z.string().min(1).optional().describe('Sign-in with Apple: the Services ID.'),
    APPLE_TEAM_ID: z.string().min(1).optional().describe('Sign-in with Apple: the team.'),
    APPLE_KEY_ID: z.string().min(1).optional().describe('Sign-in with Apple: the key’s id.'),
    APPLE_PRIVATE_KEY: z
      .string()
      .min(1)
      .optional()
      .describe('Sign-in with Apple: the text of the .p8 file, with \\n for its line ends.'),
  },
  Amazon: {
    AMAZON_TAGS: associateTags
      .default({})
      .describe('Your associate tag in each marketplace, such as us=folio-20,uk=folio-21.'),
    AMAZON_SHORT_HOSTS: hostList
      .default([])
      .describe(
        'Hosts of short links of Amazon’s that Folio does not know yet, separated by commas. Links at them are read, and the server asks them where they lead.',
      ),
    AMAZON_CREATORS_ID: z
      .string()
      .min(1)
      .optional()
      .describe(
        'Credentials of Amazon’s Creators API. Without them product details come from Amazon’s page.',
      ),
    AMAZON_CREATORS_SECRET: z.string().min(1).optional().describe('Belongs to AMAZON_CREATORS_ID.'),
    AMAZON_CREATORS_VERSION: z
      .enum(['3.1', '3.2', '3.3'])
      .default('3.1')
      .describe('The version that Amazon names beside the credentials.'),
    AMAZON_CALLS_PER_SECOND: z.coerce
      .number()
      .min(0.1)
      .max(100)
      .default(1)
      .describe('What Amazon lets your account ask of the Creators API, all processes together.'),
    AMAZON_CALLS_PER_DAY: whole(10, 100_000_000).default(8_640).describe('The same for a day.'),
  },
  Earnings: {
    PLATFORM_FEE_BPS: whole(0, 10_000)
      .default(2_000)
      .describe(
        'The platform’s share of a commission in hundredths of a percent, as it begins. It is read at the first start; from then on admins change it, from a day on.',
      ),
    EARNINGS_HOLD_DAYS: whole(0, 3_650)
      .default(60)
      .describe(
        'So many days after the end of an order’s month Amazon has paid, and what is pending becomes posted.',
      ),
    EARNINGS_RELEASE: z
      .enum(['calendar', 'receipt'])
      .default('calendar')
      .describe(
        'By what a month’s earnings become posted: `calendar` after EARNINGS_HOLD_DAYS, `receipt` once an admin has recorded that Amazon paid for it. A change holds for the months after the present one.',
      ),
    REPORT_TIME_ZONE: z
      .string()
      .refine(isTimeZone, 'must be an IANA time zone such as America/Los_Angeles')
      .default('America/Los_Angeles')
      .describe('Where the days of Amazon’s reports begin and end.'),
    PAYOUT_MINIMUM: z.coerce
      .number()
      .min(0.01)
      .max(10_000)
      .multipleOf(0.01)
      .default(10)
      .describe('The least that is paid out to a creator, in US dollars; less waits for the next payout.'),
    ADJUSTMENT_ALONE: z.coerce
      .number()
      .min(0)
      .max(1_000_000)
      .multipleOf(0.01)
      .default(100)
      .describe(
        'What one admin moves alone by adjustments and assignments by hand, in US dollars: in 30 days so much for a creator, and ten times as much in all. More waits for a second admin, or for `npm run admin`.',
      ),
    PAYOUT_KEY: key
      .optional()
      .describe(
        'Encrypts where creators are paid: 32 bytes in base64 (openssl rand -base64 32). Unset: made once, in DATA_DIR/keys.',
      ),
    CHECKPOINT_KEY: key
      .optional()
      .describe(
        'Signs checkpoints of the ledger’s log: 32 bytes in base64 (openssl rand -base64 32). Unset: made once, in DATA_DIR/keys.',
      ),
    LEDGER_WITNESSES: witnessList
      .default([])
      .describe(
        'Addresses that each checkpoint is sent to, separated by commas, such as https://witness.example/add-checkpoint; http for this machine alone.',
      ),
    PAYPAL_CLIENT_ID: z
      .string()
      .min(1)
      .optional()
      .describe('Credentials of PayPal’s Payouts API. Without them payouts go by files.'),
    PAYPAL_SECRET: z.string().min(1).optional().describe('Belongs to PAYPAL_CLIENT_ID.'),
    PAYPAL_URL: webAddress
      .default('https://api-m.paypal.com')
      .describe('Another address of that API, such as https://api-m.sandbox.paypal.com to try it.'),
  },
}

/** Environment variables as they are read; every one is optional. */
export const environment = z.object({
  ...settingGroups['Address and pages'],
  ...settingGroups['Log and metrics'],
  ...settingGroups.Data,
  ...settingGroups.Mail,
  ...settingGroups['Signing in'],
  ...settingGroups.Amazon,
  ...settingGroups.Earnings,
  NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
  AMAZON_TEST_ORIGIN: webAddress.optional(),
  OIDC_TEST_ORIGIN: webAddress.optional(),
})
