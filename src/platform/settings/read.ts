import path from 'node:path'
import type { z } from 'zod'
import { dayMs, hourMs } from '../../shared/time.ts'
import { OperatorError } from '../operator-error.ts'
import { inputOf, settingsOf } from './forms.ts'
import { settingsForm } from './settings.ts'
import { s3Start } from './values.ts'

/** The settings of the program. */
export type Settings = ReturnType<typeof resolved>
/** Scheduled backups. */
export type BackupSettings = Settings['backup']
/** The collector that receives the steps of requests and jobs. */
export type TracingSettings = NonNullable<Settings['tracing']>
/** How long people stay signed in. */
export type SessionLife = Settings['sessions']
/** How stores that speak S3 are reached. */
export type S3Access = Omit<Settings['s3'], 'bucket'>
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
  const all = [...settingsOf(settingsForm)]
  const parsed = settingsForm.safeParse(inputOf(settingsForm, given))
  const problems =
    parsed.error?.issues.map(({ path, message }) => {
      const of = all.find(({ place }) => place.join() === path.slice(0, place.length).join())
      return of ? `${of.variable}: ${message}` : message
    }) ?? []
  if (given.DATABASE_OWNER_URL && !given.DATABASE_URL)
    problems.push('DATABASE_OWNER_URL: only with DATABASE_URL; the embedded database has its own owner')
  if (given.NODE_ENV !== 'test')
    for (const { variable, onlyForTests } of all)
      if (onlyForTests && given[variable]) problems.push(`${variable}: only for tests (NODE_ENV=test)`)
  if (!parsed.success || problems.length > 0)
    throw new SettingsError(`Cannot start, please correct these settings:\n  ${problems.join('\n  ')}`)
  return resolved(parsed.data, projectDir)
}

/** The same with dependent defaults, and with paths relative to the project's folder made absolute. */
function resolved(values: z.output<typeof settingsForm>, projectDir: string) {
  const dataDir = path.resolve(projectDir, values.dataDir ?? '.data')
  const { geoDatabase } = values.clicks
  const {
    every = values.databaseUrl ? 'off' : '24h',
    to,
    withKeys,
    beforeMigration,
    ...backup
  } = values.backup
  return {
    ...values,
    dataDir,
    clicks: { ...values.clicks, geoDatabase: geoDatabase && path.resolve(projectDir, geoDatabase) },
    backup: {
      ...backup,
      everyMs: every === 'off' ? null : Number.parseInt(every, 10) * (every.endsWith('d') ? dayMs : hourMs),
      beforeMigration: beforeMigration ?? !values.databaseUrl,
      to: to ? backupPlace(projectDir, to) : path.join(dataDir, 'backups'),
      withKeys: withKeys ?? (!to || backup.recipients.length > 0),
    },
  }
}

/** An address of S3 as it is; a folder as an absolute path. */
export const backupPlace = (from: string, to: string): string =>
  to.startsWith(s3Start) ? to.replace(/\/+$/, '') : path.resolve(from, to)
