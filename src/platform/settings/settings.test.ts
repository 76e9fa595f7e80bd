import { describe, expect, it } from 'vitest'
import { readSettings, SettingsError } from './read.ts'

const read = (env: Record<string, string>) => readSettings(env, '/srv/folio')

describe('settings', () => {
  it('are all optional', () => {
    expect(read({})).toEqual({
      host: '127.0.0.1',
      port: 3000,
      workers: 1,
      dataDir: '/srv/folio/.data',
      databaseUrl: undefined,
      databaseOwnerUrl: undefined,
      databaseReadUrl: undefined,
      databasePool: 20,
      siteUrl: undefined,
      corsOrigins: [],
      appName: 'Folio',
      logLevel: 'info',
      logFormat: 'auto',
      accessLog: false,
      trustProxy: 0,
      connectionsPerAddress: 500,
      hstsSubdomains: false,
      apiReference: true,
      offline: true,
      backup: {
        everyMs: 86_400_000,
        to: '/srv/folio/.data/backups',
        recipients: [],
        beforeMigration: true,
        keep: 7,
        withKeys: true,
      },
      clicks: { retentionDays: 400, geoDatabase: undefined },
      mode: 'production',
      metrics: { port: undefined, host: '127.0.0.1', token: undefined },
      earnings: {
        ...{ feeBps: 2000, holdDays: 60, release: 'calendar', reportTimeZone: 'America/Los_Angeles' },
        aloneCents: 10_000,
      },
      passwordMinLength: 6,
      payouts: { minimumCents: 1000, key: undefined },
      checkpoints: { key: undefined, witnesses: [] },
      sessions: { days: 90, adminIdleHours: 12 },
      adminTwoStep: 'optional',
      redirectUrls: [],
      signingKeys: undefined,
      mail: { smtpUrl: undefined, from: undefined },
      s3: { bucket: undefined, endpoint: undefined, region: 'us-east-1', credentials: undefined },
      tracing: undefined,
      errorReportDsn: undefined,
      providers: { google: undefined, apple: undefined, testOrigin: undefined },
      push: {},
      amazon: {
        credentials: undefined,
        tags: {},
        shortHosts: [],
        calls: { perSecond: 1, perDay: 8_640 },
        testOrigin: undefined,
      },
    })
  })

  it('say when backups are made: daily of the embedded database, else as they are asked for', () => {
    expect(read({ DATABASE_URL: 'postgres://localhost/folio' }).backup.everyMs).toBe(null)
    expect(read({ BACKUP_EVERY: 'off' }).backup.everyMs).toBe(null)
    expect(
      read({
        DATABASE_URL: 'postgres://localhost/folio',
        BACKUP_EVERY: '7d',
        BACKUP_TO: '/mnt/b',
        BACKUP_KEEP: '3',
      }).backup,
    ).toEqual({
      ...{ everyMs: 7 * 86_400_000, to: '/mnt/b', recipients: [], keep: 3, withKeys: false },
      beforeMigration: false,
    })
    expect(
      read({ DATABASE_URL: 'postgres://localhost/folio', BACKUP_BEFORE_MIGRATION: 'on' }).backup,
    ).toMatchObject({ beforeMigration: true })
    expect(read({ BACKUP_BEFORE_MIGRATION: 'off' }).backup.beforeMigration).toBe(false)
    expect(() => read({ BACKUP_EVERY: '5 minutes' })).toThrow('BACKUP_EVERY')
  })

  it('show metrics where they are asked for, behind a token that nobody guesses', () => {
    expect(
      read({ METRICS_PORT: '9464', METRICS_HOST: '10.0.0.5', METRICS_TOKEN: '0123456789abcdef' }).metrics,
    ).toEqual({
      port: 9464,
      host: '10.0.0.5',
      token: '0123456789abcdef',
    })
    expect(() => read({ METRICS_TOKEN: '0123456789abcde' })).toThrow('METRICS_TOKEN: must be 16 characters')
  })

  it('are read, with empty ones as if not given', () => {
    const settings = read({
      PORT: '8080',
      DATA_DIR: 'elsewhere',
      SITE_URL: 'https://folio.example/',
      TRUST_PROXY: 'on',
      CONNECTIONS_PER_ADDRESS: '0',
      HSTS_SUBDOMAINS: 'on',
      LOG_FORMAT: 'lines',
      ACCESS_LOG: 'on',
      API_REFERENCE: 'off',
      GEO_DATABASE: 'countries.mmdb',
      APP_NAME: '',
      AMAZON_TAGS: 'us=folio-20,uk=folio-21',
      AMAZON_SHORT_HOSTS: 'amzn.example,a1.amazon',
      AMAZON_CREATORS_ID: 'id',
      AMAZON_CREATORS_SECRET: 'secret',
      PAYPAL_CLIENT_ID: 'client',
      PAYPAL_SECRET: 'word',
      AMAZON_CALLS_PER_SECOND: '2.5',
      AMAZON_CALLS_PER_DAY: '100000',
    })
    expect(settings).toMatchObject({
      port: 8080,
      dataDir: '/srv/folio/elsewhere',
      siteUrl: 'https://folio.example',
      trustProxy: 1,
      connectionsPerAddress: 0,
      hstsSubdomains: true,
      logFormat: 'lines',
      accessLog: true,
      apiReference: false,
      clicks: { geoDatabase: '/srv/folio/countries.mmdb' },
      appName: 'Folio',
      payouts: { paypal: { clientId: 'client', secret: 'word', url: 'https://api-m.paypal.com' } },
      amazon: {
        tags: { us: 'folio-20', uk: 'folio-21' },
        shortHosts: ['amzn.example', 'a1.amazon'],
        credentials: { id: 'id', version: '3.1' },
        calls: { perSecond: 2.5, perDay: 100_000 },
      },
    })
  })

  it('that cannot be used are all named, one a line', () => {
    const problems = {
      PORT: 'eighty',
      DATABASE_URL: 'mysql://localhost/x',
      SITE_URL: 'folio.example',
      LOG_LEVEL: 'loud',
      TRUST_PROXY: 'maybe',
      AMAZON_TAGS: 'folio-20',
      AMAZON_CALLS_PER_SECOND: '0',
      PASSWORD_MIN_LENGTH: '3',
      CLICK_RETENTION_DAYS: '399',
      AMAZON_CREATORS_ID: 'id',
    }
    expect(() => read(problems)).toThrow(SettingsError)
    try {
      read(problems)
    } catch (error) {
      const lines = (error as Error).message.split('\n').slice(1)
      expect(lines).toHaveLength(10)
      for (const name of Object.keys(problems)) expect((error as Error).message).toContain(name)
    }
  })

  it('name an owner of the database only with a database (decision 86)', () => {
    const owner = 'postgresql://folio@db/folio'
    expect(() => read({ DATABASE_OWNER_URL: owner })).toThrow(/DATABASE_OWNER_URL: only with DATABASE_URL/)
    const both = read({ DATABASE_URL: 'postgresql://folio_app@db/folio', DATABASE_OWNER_URL: owner })
    expect(both.databaseOwnerUrl).toBe(owner)
  })

  it.each([
    'https://folio.example/shop',
    'https://folio.example/?a=b',
    'https://folio.example/#top',
    'https://me@folio.example',
    'https://folio.example//',
  ])('take an origin for the site, not %s', (SITE_URL) => {
    expect(() => read({ SITE_URL })).toThrow(/SITE_URL: must be an origin .* without a path/)
  })

  it('write the site’s origin in one way', () => {
    for (const SITE_URL of ['https://folio.example', 'https://folio.example/', 'HTTPS://Folio.Example:443'])
      expect(read({ SITE_URL }).siteUrl).toBe('https://folio.example')
    expect(read({ SITE_URL: 'http://127.0.0.1:3000' }).siteUrl).toBe('http://127.0.0.1:3000')
  })

  it.each([
    ['smtp://me:pa#ss@mail.example:587', /SMTP_URL: .*percent-encoded: # as %23/],
    ['smtps://me:pa/ss@mail.example', /SMTP_URL: .*percent-encoded/],
    ['smtps://me:pa?ss@mail.example', /SMTP_URL: .*percent-encoded/],
    ['smtps://me@mail.example:pass@mail.example', /SMTP_URL: .*percent-encoded/],
    ['smtps://me:100%@mail.example', /SMTP_URL: .*percent-encoded/],
    ['smtp://me:pass@mail.example:465', /SMTP_URL: port 465 .* smtps:\/\//],
    ['mail.example:587', /SMTP_URL: must be an smtp/],
  ])('say what to do about the mail server %s', (SMTP_URL, words) => {
    expect(() => read({ SMTP_URL })).toThrow(words)
  })

  it('take a mail server with an account that is percent-encoded, and one without', () => {
    for (const SMTP_URL of [
      'smtps://me%40mail.example:pa%23ss%2F%25@mail.example:465',
      'smtp://mail.example:587/?requireTLS=true',
      'smtp://127.0.0.1:25',
    ])
      expect(read({ SMTP_URL }).mail.smtpUrl).toBe(SMTP_URL)
  })

  it.each(['localhost', '10.0.0.1', 'https://amzn.example', 'amzn.example:81', '*.example', 'a.co, b.co'])(
    'take only names of hosts for short links, not %s',
    (AMAZON_SHORT_HOSTS) => {
      expect(() => read({ AMAZON_SHORT_HOSTS })).toThrow(/AMAZON_SHORT_HOSTS: must be host names/)
    },
  )

  it('that point Amazon elsewhere are refused outside of tests', () => {
    expect(() => read({ AMAZON_TEST_ORIGIN: 'http://127.0.0.1:1' })).toThrow(/only for tests/)
    expect(
      read({ AMAZON_TEST_ORIGIN: 'http://127.0.0.1:1', NODE_ENV: 'test' }).amazon.testOrigin,
    ).toBeDefined()
  })
})
