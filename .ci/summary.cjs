// Prints 'N passed, N failed' from the JSON reports of vitest in a folder. A file that was tried again counts as it
// came out then. Test files that could not run at all count as one failure each, and so does everything else that
// failed while no test did: nothing that is broken may look like success.
const { readdirSync, readFileSync } = require('node:fs')
const path = require('node:path')

const [folder, status] = process.argv.slice(2)

const isAgain = (file) => file.endsWith('.again.json')
const inOrder = readdirSync(folder).sort((a, b) => isAgain(a) - isAgain(b))
const lastOfFile = new Map()
for (const file of inOrder)
  for (const result of JSON.parse(readFileSync(path.join(folder, file), 'utf8')).testResults)
    lastOfFile.set(result.name, result)

let passed = 0
let failed = 0
for (const { status, assertionResults } of lastOfFile.values()) {
  const failures = assertionResults.filter((test) => test.status === 'failed').length
  passed += assertionResults.filter((test) => test.status === 'passed').length
  failed += status === 'failed' ? Math.max(failures, 1) : failures
}
console.log(`${passed} passed, ${status === '0' ? failed : Math.max(failed, 1)} failed`)
