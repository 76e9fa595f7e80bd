// Makes an empty migration with the next number: `npm run db:new -- what it does`.
import { readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const folder = path.join(import.meta.dirname, '../db/migrations')
const name = process.argv.slice(2).join('_').toLowerCase().replaceAll(/\W+/g, '_')
if (!name) {
  process.stderr.write('Say in a few words what the migration does: npm run db:new -- passkeys have names\n')
  process.exit(1)
}
const next = readdirSync(folder).filter((file) => file.endsWith('.sql')).length + 1
const file = path.join(folder, `${String(next).padStart(4, '0')}_${name}.sql`)
writeFileSync(file, '-- Say here why each constraint is there.\n', { flag: 'wx' })
process.stdout.write(`${path.relative(process.cwd(), file)}\n`)
