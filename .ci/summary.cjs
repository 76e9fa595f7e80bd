// Prints 'N passed, N failed' from vitest's JSON report. Test files that could not run at all count as one failure
// each, and so does everything else that failed while no test did: nothing that is broken may look like success.
const { readFileSync } = require('node:fs')

const [file, status] = process.argv.slice(2)

function count() {
  const text = readFileSync(file, 'utf8')
  if (!text) return { passed: 0, failed: 0 }
  const report = JSON.parse(text)
  const broken = report.testResults.filter(
    (result) =>
      result.status === 'failed' && !result.assertionResults.some((test) => test.status === 'failed'),
  )
  return { passed: report.numPassedTests, failed: report.numFailedTests + broken.length }
}

const { passed, failed } = count()
const failures = status === '0' ? failed : Math.max(failed, 1)
console.log(`${passed} passed, ${failures} failed`)
