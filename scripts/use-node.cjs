// Runs after every installation and before the program and its checks, with whatever Node there is.
//
// The project's own Node comes as a package for each platform, whose `node` npm links into node_modules/.bin, where
// every script finds it first. npm 10 removes that link again together with the packages for other platforms (they
// bring a program of the same name), so it is made here once more.
const { existsSync, rmSync, symlinkSync } = require('node:fs')
const path = require('node:path')

const wanted = 24
const modules = path.resolve(__dirname, '../node_modules')

/** Links the installed Node of this platform. Returns whether there is one. */
function linkNode() {
  const platform = `${process.platform}-${process.arch}`
  const names = [`node-${platform}`, `node-bin-${platform}`]
  const name = names.find((candidate) => existsSync(path.join(modules, candidate, 'bin/node')))
  if (!name) return false
  const link = path.join(modules, '.bin/node')
  if (existsSync(link)) return true
  rmSync(link, { force: true }) // a link that leads nowhere
  symlinkSync(path.join('..', name, 'bin/node'), link)
  return true
}

const found = linkNode()
if (!found && Number(process.versions.node.split('.')[0]) < wanted) {
  console.error(
    `Folio runs on Node ${wanted}, and this is ${process.version}. The Node that comes with Folio is not installed: ` +
      'there is none for this platform, or npm was set to leave optional packages out. ' +
      `Run "npm ci" without --omit=optional, or install Node ${wanted}.`,
  )
  // An installation may go on: Node can be brought later.
  process.exitCode = process.env.npm_lifecycle_event === 'postinstall' ? 0 : 1
}
