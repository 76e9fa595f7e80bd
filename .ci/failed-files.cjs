// Prints the files of a vitest JSON report in which something failed, as paths from the working folder. Exits with 1
// where it names none, as after a run that never came to its report.
const { existsSync, readFileSync } = require('node:fs')
const path = require('node:path')

const [report] = process.argv.slice(2)
const { testResults } = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : { testResults: [] }
const failed = testResults.filter(({ status }) => status === 'failed')
for (const { name } of failed) console.log(path.relative('.', name))
process.exitCode = failed.length ? 0 : 1
