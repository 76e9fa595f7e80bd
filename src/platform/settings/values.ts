import { availableParallelism } from 'node:os'
import { z } from 'zod'
import { isTimeZone } from '../../shared/dates/time-zone.ts'
import { splitHosts } from '../database/hosts.ts'

export const words = z.string().min(1)

export const flag = z
  .enum(['on', 'off', 'true', 'false', '1', '0'])
  .transform((v) => ['on', 'true', '1'].includes(v))
export const whole = (min: number, max: number) => z.coerce.number().int().min(min).max(max)
/** An amount of US dollars → cents. */
export const dollars = (min: number, max: number) =>
  z.coerce
    .number()
    .min(min)
    .max(max)
    .multipleOf(0.01)
    .transform((amount) => Math.round(amount * 100))

const maxWorkers = 16

/** `auto` leaves one processor to the database. */
export const workers = z
  .string()
  .regex(/^(auto|[1-9]|1[0-6])$/, 'must be auto, or a number from 1 to 16')
  .transform((given) =>
    given === 'auto' ? Math.min(maxWorkers, Math.max(1, availableParallelism() - 1)) : Number(given),
  )

/** How many proxies: `off`, `on` for one, or a number. */
export const proxies = z
  .string()
  .regex(/^(on|off|true|false|\d)$/, 'must be off, on, or a number of proxies up to 9')
  .transform((given) => (/\d/.test(given) ? Number(given) : Number(['on', 'true'].includes(given))))

/** `off`, `24h` or `7d`. */
export const interval = z
  .string()
  .regex(/^(off|[1-9]\d{0,3}[hd])$/, 'must be off, or a number of hours or days, such as 24h or 7d')

export const timeZone = z.string().refine(isTimeZone, 'must be an IANA time zone such as America/Los_Angeles')

export const secret = z.string().regex(/^[\x21-\x7e]{16,}$/, 'must be 16 characters or more, without spaces')

/** Where errors are reported. */
export const dsn = z
  .url({ protocol: /^https?$/, error: 'must look like https://key@host/project' })
  .regex(/^https?:\/\/[^:@/]+@[^@]*\/[\w-]+$/, 'must look like https://key@host/project')

export const webAddress = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' })

/** An address without anything after its host: pages of a site lie at the root of its own. */
export const origin = webAddress.pipe(
  z
    .string()
    .refine(
      (address) => new URL(address).href === `${new URL(address).origin}/`,
      'must be an origin such as https://folio.example, without a path: give Folio a host of its own',
    )
    .transform((address) => new URL(address).origin),
)

/** Port 465 speaks TLS from the first byte, so that smtp: would wait there in vain. */
export const smtpAddress = z
  .string()
  .refine((address) => {
    const account = /^smtps?:\/\/(.*)@/s.exec(address)?.[1]
    return account === undefined || !/[#?/@]|%(?![0-9a-f]{2})/i.test(account)
  }, 'the account and password must be percent-encoded: # as %23, / as %2F, ? as %3F, @ as %40, % as %25')
  .pipe(z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' }))
  .refine(
    (address) => !/^smtp:[^?]*:465(?![^/?])/.test(address),
    'port 465 speaks TLS from the start: write smtps://, or smtp:// with the port for STARTTLS, 587',
  )

const oneDatabase = z.url({ protocol: /^postgres(ql)?$/ })
export const databaseUrl = z
  .string()
  .refine(
    (url) => splitHosts(url).every((one) => oneDatabase.safeParse(one).success),
    'must be a postgresql:// address',
  )

/** `us=folio-20,uk=folio-21` → `{us: 'folio-20', uk: 'folio-21'}`. */
export const associateTags = z
  .string()
  .regex(/^([a-z]{2}=[\w-]+)(,[a-z]{2}=[\w-]+)*$/, 'must look like us=folio-20,uk=folio-21')
  .transform((text) => Object.fromEntries(text.split(',').map((pair) => pair.split('=') as [string, string])))

/** `one.example,two.example` → a list. */
export const hostList = z
  .string()
  .regex(
    /^([a-z0-9-]+\.)+[a-z][a-z0-9-]+(,([a-z0-9-]+\.)+[a-z][a-z0-9-]+)*$/,
    'must be host names in lower case, such as amzn.example, separated by commas',
  )
  .transform((text) => text.split(','))

/** `https://one.example,https://two.example/back` → a list. */
export const addressList = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .pipe(z.array(webAddress))

/** `https://one.example,https://two.example` → a list of origins. */
export const originList = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .pipe(z.array(origin))

/** `one=a%20b,two=c` → `{one: 'a b', two: 'c'}`. */
export const headerList = z
  .string()
  .regex(/^[\w-]+=[\w%!*'()~.+/:-]+(,[\w-]+=[\w%!*'()~.+/:-]+)*$/, 'must look like name=value,other=value')
  .transform((text) =>
    Object.fromEntries(
      text.split(',').map((pair) => {
        const cut = pair.indexOf('=')
        return [pair.slice(0, cut), decodeURIComponent(pair.slice(cut + 1))]
      }),
    ),
  )

/** 32 bytes in base64 → the bytes. */
export const key = z
  .string()
  .regex(/^[A-Za-z0-9+/]{43}=$/, 'must be 32 bytes in base64, as openssl rand -base64 32 makes them')
  .transform((base64): Buffer => Buffer.from(base64, 'base64'))

/** https, except on this machine. */
export const witnessList = addressList.pipe(
  z.array(
    z
      .string()
      .refine(
        (address) => /^https:|^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|\/|$)/.test(address),
        'must be an https address, or an http one of this machine',
      ),
  ),
)

/** The beginning of the address of a place in a bucket. */
export const s3Start = 's3://'

export const place = z
  .string()
  .min(1)
  .refine(
    (to) =>
      !to.startsWith(s3Start) || /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[\w!.*'()-]+)*\/?$/.test(to),
    'must be a folder, or look like s3://bucket/prefix',
  )

/** `age1…,age1…` → a list. */
export const recipientList = z
  .string()
  .regex(/^age1[a-z0-9]+(,age1[a-z0-9]+)*$/, 'must be age1…, or several separated by commas')
  .transform((text) => text.split(','))
