import path from 'node:path'
import { z } from 'zod'

const flag = z
  .enum(['on', 'off', 'true', 'false', '1', '0'])
  .transform((v) => ['on', 'true', '1'].includes(v))
const whole = (min: number, max: number) => z.coerce.number().int().min(min).max(max)
const webAddress = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' })

/** `us=folio-20,uk=folio-21` → `{us: 'folio-20', uk: 'folio-21'}`. */
const associateTags = z
  .string()
  .regex(/^([a-z]{2}=[\w-]+)(,[a-z]{2}=[\w-]+)*$/, 'must look like us=folio-20,uk=folio-21')
  .transform((text) => Object.fromEntries(text.split(',').map((pair) => pair.split('=') as [string, string])))

const environment = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: whole(0, 65_535).default(3000),
  DATA_DIR: z.string().optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgresql:// address' }).optional(),
  SITE_URL: webAddress.optional(),
  APP_NAME: z.string().min(1).max(40).default('Folio'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  TRUST_PROXY: flag.default(false),
  NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
  AMAZON_CREATORS_ID: z.string().min(1).optional(),
  AMAZON_CREATORS_SECRET: z.string().min(1).optional(),
  AMAZON_CREATORS_VERSION: z.enum(['3.1', '3.2', '3.3']).default('3.1'),
  AMAZON_TAGS: associateTags.default({}),
  PASSWORD_MIN_LENGTH: whole(6, 128).default(6),
  AMAZON_TEST_ORIGIN: webAddress.optional(),
})

/** The program's settings: every one optional, read once at the start. */
export type Settings = {
  host: string
  port: number
  /** Folder of the embedded database, keys and files. */
  dataDir: string
  /** Unset: the embedded server is used. */
  databaseUrl: string | undefined
  /** Public address; unset means the address listened on. */
  siteUrl: string | undefined
  appName: string
  logLevel: string
  trustProxy: boolean
  mode: 'production' | 'development' | 'test'
  passwordMinLength: number
  amazon: {
    credentials: { id: string; secret: string; version: '3.1' | '3.2' | '3.3' } | undefined
    /** Associate tag by marketplace code (`us`, `uk` …). */
    tags: Record<string, string>
    /** Tests only: stands in for every host of Amazon's. Production refuses to start with it. */
    testOrigin: string | undefined
  }
}

/** Thrown by {@link readSettings}; its message lists every problem, one a line. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
}

/**
 * Reads the settings from environment variables. `projectDir` is where the default data folder lies.
 * Throws SettingsError naming every variable that cannot be used.
 */
export function readSettings(env: NodeJS.ProcessEnv, projectDir: string): Settings {
  // An empty variable counts as unset: that is what compose files and shells produce for "not given".
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = environment.safeParse(given)
  const problems = parsed.error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) ?? []
  if (Boolean(given.AMAZON_CREATORS_ID) !== Boolean(given.AMAZON_CREATORS_SECRET))
    problems.push('AMAZON_CREATORS_ID and AMAZON_CREATORS_SECRET: set both or neither')
  if (given.AMAZON_TEST_ORIGIN && given.NODE_ENV !== 'test')
    problems.push('AMAZON_TEST_ORIGIN: only for tests (NODE_ENV=test)')
  if (!parsed.success || problems.length > 0)
    throw new SettingsError(`Cannot start, please correct these settings:\n  ${problems.join('\n  ')}`)
  return toSettings(parsed.data, projectDir)
}

function toSettings(v: z.output<typeof environment>, projectDir: string): Settings {
  const { AMAZON_CREATORS_ID: id, AMAZON_CREATORS_SECRET: secret, AMAZON_CREATORS_VERSION: version } = v
  return {
    host: v.HOST,
    port: v.PORT,
    dataDir: path.resolve(projectDir, v.DATA_DIR ?? '.data'),
    databaseUrl: v.DATABASE_URL,
    siteUrl: v.SITE_URL?.replace(/\/+$/, ''),
    appName: v.APP_NAME,
    logLevel: v.LOG_LEVEL,
    trustProxy: v.TRUST_PROXY,
    mode: v.NODE_ENV,
    passwordMinLength: v.PASSWORD_MIN_LENGTH,
    amazon: {
      credentials: id && secret ? { id, secret, version } : undefined,
      tags: v.AMAZON_TAGS,
      testOrigin: v.AMAZON_TEST_ORIGIN,
    },
  }
}
