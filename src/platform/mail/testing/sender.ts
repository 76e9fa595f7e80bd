/** A process that sends notes until it is killed by a test: `sender.ts <database address as JSON> <smtp url>`. */
import { tmpdir } from 'node:os'
import { systemClock } from '../../clock.ts'
import { openDatabase } from '../../database/database.ts'
import { startJobs } from '../../jobs/runner.ts'
import { createLog } from '../../log.ts'
import { createMailer } from '../mailer.ts'
import { noteHandler } from './mail-jobs.ts'

const [address = '', smtpUrl] = process.argv.slice(2)
const log = createLog('warn')
const mailer = createMailer({
  settings: { mail: { smtpUrl, from: undefined }, appName: 'Folio', dataDir: tmpdir() },
  siteUrl: 'https://folio.example',
  clock: systemClock,
  log,
})
startJobs({ ...openDatabase(JSON.parse(address)), handlers: [noteHandler(mailer)], log })
