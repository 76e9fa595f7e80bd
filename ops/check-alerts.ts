// Checks the alerts by Prometheus's own tool: that they can be read, and that each fires where it should and only
// there.
import { spawnSync } from 'node:child_process'

const folder = import.meta.dirname
const howToInstall = `promtool is missing. It comes with Prometheus: apt-get install prometheus, brew install prometheus,
or https://prometheus.io/download.`

for (const args of [
  ['check', 'rules', 'alerts.yml'],
  ['test', 'rules', 'alerts.test.yml'],
]) {
  const { error, status } = spawnSync('promtool', args, { cwd: folder, stdio: 'inherit' })
  const isMissing = (error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT'
  if (error) process.stderr.write(`${isMissing ? howToInstall : error.message}\n`)
  if (status !== 0) process.exit(1)
}
