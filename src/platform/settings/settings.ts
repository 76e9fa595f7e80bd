import { z } from 'zod'
import { clicksStoredDays } from '../../shared/attribution.ts'
import { backupSettings } from './backup-settings.ts'
import { onlyForTests, setting, together } from './forms.ts'
import { payoutSettings } from './payout-settings.ts'
import {
  addressList,
  associateTags,
  databaseUrl,
  dollars,
  dsn,
  flag,
  headerList,
  hostList,
  key,
  origin,
  originList,
  proxies,
  pushContact,
  secret,
  smtpAddress,
  timeZone,
  webAddress,
  whole,
  witnessList,
  words,
  workers,
} from './values.ts'

/**
 * The program's settings by subject, each with its variable, form, default and what it does: every one optional, read
 * once at the start (`read.ts`). `.env.example` is made from this.
 */
export const settingGroups = {
  'Address and pages': {
    siteUrl: setting(
      'SITE_URL',
      origin.optional(),
      'The public address without a path, in links, previews and tokens, such as https://folio.example. Unset: the address listened on.',
    ),
    corsOrigins: setting(
      'CORS_ORIGINS',
      originList.default([]),
      'Origins of other sites, separated by commas, whose pages may call /auth, /rest, /storage and /functions, such as https://app.example.',
    ),
    host: setting('HOST', z.string().default('127.0.0.1'), 'Where it listens: 0.0.0.0 for every interface.'),
    port: setting('PORT', whole(0, 65_535).default(3000), 'Its port; 0 takes any free one.'),
    appName: setting(
      'APP_NAME',
      z.string().min(1).max(40).default('Folio'),
      'The product’s name on every page and in every mail.',
    ),
    workers: setting(
      'WEB_CONCURRENCY',
      workers.prefault('1'),
      'Processes that serve: a number up to 16, or auto for one less than there are processors.',
    ),
    trustProxy: setting(
      'TRUST_PROXY',
      proxies.prefault('off'),
      'on behind a proxy of yours that sets X-Forwarded-For; 2 if a CDN stands before it, and so on: how many there are, each of which adds an address.',
    ),
    connectionsPerAddress: setting(
      'CONNECTIONS_PER_ADDRESS',
      whole(0, 1_000_000).default(500),
      'How many requests an address (IPv4, or IPv6 /64) may have under way at a time and, without a trusted proxy, how many connections; 0 for any number.',
    ),
    hstsSubdomains: setting(
      'HSTS_SUBDOMAINS',
      flag.prefault('off'),
      'on asks browsers to use https for all subdomains of the site, too. It cannot be undone for a year.',
    ),
    apiReference: setting(
      'API_REFERENCE',
      flag.prefault('on'),
      'off removes /api/reference and /api/openapi.json.',
    ),
    offline: setting(
      'OFFLINE',
      flag.prefault('on'),
      'off: the installed app does not open without a network, and browsers drop what they have kept for that.',
    ),
    logLevel: setting(
      'LOG_LEVEL',
      z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
      'How much is logged.',
    ),
  },
  'Log and metrics': {
    logFormat: setting(
      'LOG_FORMAT',
      z.enum(['auto', 'json', 'lines']).default('auto'),
      'json: a line of JSON an event; lines: for people; auto: lines on a terminal, else JSON.',
    ),
    accessLog: setting(
      'ACCESS_LOG',
      flag.prefault('off'),
      'on logs each answered request: route, path, status, milliseconds, bytes. No address, no query.',
    ),
    metrics: z.object({
      port: setting(
        'METRICS_PORT',
        whole(1, 65_535).optional(),
        'Serves metrics for Prometheus at /metrics of this port of its own.',
      ),
      host: setting(
        'METRICS_HOST',
        z.string().min(1).default('127.0.0.1'),
        'Where it listens. Anyone who reaches it can read the metrics.',
      ),
      token: setting(
        'METRICS_TOKEN',
        secret.optional(),
        'Serves metrics at /metrics of the site too, to requests with this bearer token. 16 characters at least.',
      ),
    }),
    tracing: z
      .object({
        endpoint: setting(
          'OTEL_EXPORTER_OTLP_ENDPOINT',
          webAddress.optional(),
          'An OpenTelemetry collector, such as http://127.0.0.1:4318, that receives the steps of requests and jobs (OTLP over HTTP).',
        ),
        headers: setting(
          'OTEL_EXPORTER_OTLP_HEADERS',
          headerList.default({}),
          'Headers for it, such as authorization=Bearer%20secret, separated by commas.',
        ),
        share: setting(
          'OTEL_TRACES_SAMPLER_ARG',
          z.coerce.number().min(0).max(1).default(0.1),
          'The share of requests and jobs that it receives, unless a proxy has decided.',
        ),
      })
      .transform(({ endpoint, ...rest }) => (endpoint ? { endpoint, ...rest } : undefined)),
    errorReportDsn: setting(
      'ERROR_REPORT_DSN',
      dsn.optional(),
      'Where faults of the program are reported, in Sentry’s format: the DSN of a project of Sentry, GlitchTip or Bugsink.',
    ),
  },
  Data: {
    dataDir: setting(
      'DATA_DIR',
      z.string().optional(),
      'Folder of the embedded database, of mails and of pictures. Unset: .data in the project.',
    ),
    databaseUrl: setting(
      'DATABASE_URL',
      databaseUrl.optional(),
      'A PostgreSQL 18 of yours, such as postgresql://folio:secret@db/folio?sslmode=verify-full. Several servers, one of which accepts changes: postgresql://folio:secret@one:5432,two:5432/folio. Unset: the embedded one.',
    ),
    databaseOwnerUrl: setting(
      'DATABASE_OWNER_URL',
      databaseUrl.optional(),
      'The same database as the account that owns its tables, such as postgresql://folio_owner:secret@db/folio. The account of DATABASE_URL can then only add to the ledger; see docs/operating.md. Unset: DATABASE_URL owns them.',
    ),
    databaseReadUrl: setting(
      'DATABASE_READ_URL',
      databaseUrl.optional(),
      'Standbys of that database, such as postgresql://folio:secret@two,three/folio: they answer pages and calls without sign-in.',
    ),
    databasePool: setting(
      'DATABASE_POOL',
      whole(5, 1_000).default(20),
      'How many connections to the database the processes of a machine share; one more each listens, and commands take three.',
    ),
    s3: z.object({
      bucket: setting(
        'S3_BUCKET',
        z.string().min(3).optional(),
        'Stores pictures in this bucket instead of DATA_DIR/files.',
      ),
      region: setting('S3_REGION', z.string().min(1).default('us-east-1'), 'The bucket’s region.'),
      endpoint: setting('S3_ENDPOINT', webAddress.optional(), 'The address of another store than Amazon’s.'),
      credentials: together({
        accessKeyId: setting(
          'S3_ACCESS_KEY_ID',
          words.optional(),
          'Unset: by the machine’s role or the AWS_ variables.',
        ),
        secretAccessKey: setting('S3_SECRET_ACCESS_KEY', words.optional(), 'Belongs to S3_ACCESS_KEY_ID.'),
      }),
    }),
    backup: backupSettings,
    clicks: z.object({
      retentionDays: setting(
        'CLICK_RETENTION_DAYS',
        whole(clicksStoredDays, 36_500).default(clicksStoredDays),
        'How many days single clicks are stored, at least; then whole months are deleted. Sums of days stay for ever.',
      ),
      geoDatabase: setting(
        'GEO_DATABASE',
        words.optional(),
        'A file of countries in MaxMind’s format (.mmdb, as GeoLite2 Country or DB-IP Lite): clicks then show where readers are. Read at the start.',
      ),
    }),
  },
  Mail: {
    mail: z.object({
      smtpUrl: setting(
        'SMTP_URL',
        smtpAddress.optional(),
        'The server that sends mails, such as smtps://user:password@mail.example:465, the password percent-encoded (# is %23). Unset: they lie in DATA_DIR/mails.',
      ),
      from: setting(
        'MAIL_FROM',
        z.string().min(3).optional(),
        'The sender of mails, such as Folio <hello@folio.example>. Unset: no-reply@ the site’s host.',
      ),
      reportToken: setting(
        'MAIL_REPORT_TOKEN',
        secret.optional(),
        'Lets who has this bearer token say at /api/v1/mail-reports which mails came back. 16 characters at least. Unset: nobody.',
      ),
    }),
    push: z.object({
      contact: setting(
        'PUSH_CONTACT',
        pushContact.optional(),
        'Where push services of browsers can write to you: mailto:you@folio.example, or an address of https. Unset: SITE_URL.',
      ),
      testOrigin: onlyForTests('PUSH_TEST_ORIGIN', webAddress.optional()),
    }),
  },
  'Signing in': {
    passwordMinLength: setting(
      'PASSWORD_MIN_LENGTH',
      whole(6, 128).default(6),
      'The minimum length of a password at sign-up. One that replaces another has at least 8 characters.',
    ),
    sessions: z.object({
      days: setting(
        'SESSION_DAYS',
        whole(1, 3_650).default(90),
        'Days after which everyone has to sign in again, however often they visited.',
      ),
      adminIdleHours: setting(
        'ADMIN_IDLE_HOURS',
        whole(1, 8_760).default(12),
        'Hours without use after which an admin’s session ends.',
      ),
    }),
    adminTwoStep: setting(
      'ADMIN_TWO_STEP',
      z.enum(['optional', 'required'], 'must be optional or required').default('optional'),
      'required: admins have no rights until they sign in with two steps (an authenticator app, or a passkey).',
    ),
    redirectUrls: setting(
      'REDIRECT_URLS',
      addressList.default([]),
      'Other addresses, separated by commas, that mails and sign-ins may lead back to, with all paths below them.',
    ),
    signingKeys: setting(
      'SIGNING_KEYS',
      z.string().optional(),
      'Private ES256 keys as a JSON Web Key Set: the first signs, all verify. Unset: made once, and stored in the database.',
    ),
    providers: z.object({
      google: together({
        clientId: setting('GOOGLE_CLIENT_ID', words.optional(), 'Sign-in with Google.'),
        clientSecret: setting('GOOGLE_CLIENT_SECRET', words.optional(), 'Belongs to GOOGLE_CLIENT_ID.'),
      }),
      apple: together({
        clientId: setting('APPLE_CLIENT_ID', words.optional(), 'Sign-in with Apple: the Services ID.'),
        teamId: setting('APPLE_TEAM_ID', words.optional(), 'Sign-in with Apple: the team.'),
        keyId: setting('APPLE_KEY_ID', words.optional(), 'Sign-in with Apple: the key’s id.'),
        privateKey: setting(
          'APPLE_PRIVATE_KEY',
          z
            .string()
            .min(1)
            .transform((text) => text.replaceAll('\\n', '\n'))
            .optional(),
          'Sign-in with Apple: the text of the .p8 file, with \\n for its line ends.',
        ),
      }),
      testOrigin: onlyForTests('OIDC_TEST_ORIGIN', webAddress.optional()),
    }),
  },
  Amazon: {
    amazon: z.object({
      tags: setting(
        'AMAZON_TAGS',
        associateTags.default({}),
        'Your associate tag in each marketplace, such as us=folio-20,uk=folio-21.',
      ),
      shortHosts: setting(
        'AMAZON_SHORT_HOSTS',
        hostList.default([]),
        'Hosts of Amazon’s short links that Folio does not know yet, separated by commas. The server asks them where their links lead.',
      ),
      credentials: together({
        id: setting(
          'AMAZON_CREATORS_ID',
          words.optional(),
          'Credentials of Amazon’s Creators API. Without them product details come from Amazon’s page.',
        ),
        secret: setting('AMAZON_CREATORS_SECRET', words.optional(), 'Belongs to AMAZON_CREATORS_ID.'),
        version: setting(
          'AMAZON_CREATORS_VERSION',
          z.enum(['3.1', '3.2', '3.3']).default('3.1'),
          'The version that Amazon names beside the credentials.',
        ),
      }),
      calls: z.object({
        perSecond: setting(
          'AMAZON_CALLS_PER_SECOND',
          z.coerce.number().min(0.1).max(100).default(1),
          'Calls of the Creators API that Amazon allows your account in a second, all processes together.',
        ),
        perDay: setting('AMAZON_CALLS_PER_DAY', whole(10, 100_000_000).default(8_640), 'The same in a day.'),
      }),
      testOrigin: onlyForTests('AMAZON_TEST_ORIGIN', webAddress.optional()),
    }),
  },
  Earnings: {
    earnings: z.object({
      feeBps: setting(
        'PLATFORM_FEE_BPS',
        whole(0, 10_000).default(2_000),
        'The platform’s share of a commission at first, in hundredths of a percent. It is read at the first start; after that, admins change it.',
      ),
      holdDays: setting(
        'EARNINGS_HOLD_DAYS',
        whole(0, 3_650).default(60),
        'Days after the end of an order’s month until Amazon has paid, and pending earnings become posted.',
      ),
      release: setting(
        'EARNINGS_RELEASE',
        z.enum(['calendar', 'receipt']).default('calendar'),
        'When a month’s earnings become posted: `calendar` after EARNINGS_HOLD_DAYS, `receipt` once an admin has recorded that Amazon paid for it. A change applies to the months after the present one.',
      ),
      reportTimeZone: setting(
        'REPORT_TIME_ZONE',
        timeZone.default('America/Los_Angeles'),
        'Where the days of Amazon’s reports begin and end.',
      ),
      aloneCents: setting(
        'ADJUSTMENT_ALONE',
        dollars(0, 1_000_000).prefault(100),
        'How much one admin may move alone by adjustments and assignments by hand, in US dollars: this much for a creator in 30 days, and ten times as much in all. More waits for a second admin, or for `npm run admin`.',
      ),
    }),
    payouts: payoutSettings,
    checkpoints: z.object({
      key: setting(
        'CHECKPOINT_KEY',
        key.optional(),
        'Signs checkpoints of the ledger’s log: 32 bytes in base64 (openssl rand -base64 32). Unset: made once, in DATA_DIR/keys.',
      ),
      witnesses: setting(
        'LEDGER_WITNESSES',
        witnessList.default([]),
        'Addresses that each checkpoint is sent to, separated by commas, such as https://witness.example/add-checkpoint; http only for this machine.',
      ),
    }),
  },
}

export const settingsForm = z.object({
  ...settingGroups['Address and pages'],
  ...settingGroups['Log and metrics'],
  ...settingGroups.Data,
  ...settingGroups.Mail,
  ...settingGroups['Signing in'],
  ...settingGroups.Amazon,
  ...settingGroups.Earnings,
  // Set by scripts, tests and images.
  mode: z.enum(['production', 'development', 'test']).default('production').meta({ variable: 'NODE_ENV' }),
})
