// Prints 'N passed, N failed' from the JSON reports of vitest in a folder. Test files that could not run at all count
// as one failure each, and so does everything else that failed while no test did: nothing that is broken may look like
// success.
const { readdirSync, readFileSync } = require('node:fs')
const path = require('node:path')

const [folder, status] = process.argv.slice(2)

function count(file) {
  const report = JSON.parse(readFileSync(path.join(folder, file), 'utf8'))
  const broken = report.testResults.filter(
    (result) =>
      result.status === 'failed' && !result.assertionResults.some((test) => test.status === 'failed'),
  )
  return { passed: report.numPassedTests, failed: report.numFailedTests + broken.length }
}

const counts = readdirSync(folder).map(count)
const passed = counts.reduce((sum, one) => sum + one.passed, 0)
const failed = counts.reduce((sum, one) => sum + one.failed, 0)
const failures = status === '0' ? failed : Math.max(failed, 1)
console.log(`${passed} passed, ${failures} failed`)
