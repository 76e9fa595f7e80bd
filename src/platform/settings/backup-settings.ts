import { z } from 'zod'
import { setting } from './forms.ts'
import { flag, interval, key, place, recipientList, whole } from './values.ts'

/** When backups are made, where they lie and what they hold (docs/backup.md#by-themselves). */
export const backupSettings = z.object({
  every: setting(
    'BACKUP_EVERY',
    interval.optional(),
    'How often a backup is made, such as 24h or 7d; off for never. Unset: 24h with the embedded database, off with DATABASE_URL.',
  ),
  to: setting(
    'BACKUP_TO',
    place.optional(),
    'Where these backups lie: a folder, or s3://bucket/prefix with the S3_ settings above. Unset: DATA_DIR/backups.',
  ),
  beforeMigration: setting(
    'BACKUP_BEFORE_MIGRATION',
    flag.optional(),
    'on makes one, there as well, before a start that migrates the database; if that fails, nothing is migrated. Unset: on with the embedded database, off with DATABASE_URL.',
  ),
  keep: setting('BACKUP_KEEP', whole(1, 1_000).default(7), 'How many of them are kept.'),
  withKeys: setting(
    'BACKUP_KEYS',
    flag.optional(),
    'Whether they hold the keys that sign people in, so that nobody has to sign in again after a restore. Unset: on in DATA_DIR and if they are encrypted, off elsewhere.',
  ),
  signingKey: setting(
    'BACKUP_SIGNING_KEY',
    key.optional(),
    'Signs backups: 32 bytes in base64 (openssl rand -base64 32). Unset: made once, in DATA_DIR/keys.',
  ),
  recipients: setting(
    'BACKUP_RECIPIENTS',
    recipientList.default([]),
    'Encrypts them, and the pictures beside them, in the age format for these recipients (age1…), separated by commas.',
  ),
})
