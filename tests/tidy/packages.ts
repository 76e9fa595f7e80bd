import { isDeepStrictEqual } from 'node:util'
import { type Lockfile, missingFromLockfile } from '../../scripts/lockfile.ts'

type Versions = Record<string, string>

export type Manifest = {
  dependencies?: Versions
  optionalDependencies?: Versions
  devDependencies?: Versions
}

const kinds = ['dependencies', 'optionalDependencies', 'devDependencies'] as const

const allOf = (manifest: Manifest): Versions => Object.assign({}, ...kinds.map((kind) => manifest[kind]))

/** Packages whose version may float: two installations of the same commit would differ. */
export function floatingVersions(manifest: Manifest): string[] {
  const floating = Object.entries(allOf(manifest)).filter(
    ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
  )
  return floating.map(([name, version]) => `${name} ${version}`)
}

/** Differences between the list of packages and docs/dependencies.md, where each package has a line with its reason. */
export function reasonProblems(manifest: Manifest, document: string): string[] {
  const lines = [...document.matchAll(/^- `([^`]+)`:(.*)$/gm)]
  const explained = new Map(lines.map(([, name = '', reason = '']) => [name, reason.trim()]))
  const used = Object.keys(allOf(manifest))
  const unexplained = used.filter((name) => (explained.get(name) ?? '').length < 15)
  const gone = [...explained.keys()].filter((name) => !used.includes(name))
  return [
    ...unexplained.map((name) => `${name} has no reason in docs/dependencies.md`),
    ...gone.map((name) => `docs/dependencies.md explains ${name}, which is not used`),
  ]
}

/** Why `npm ci` would refuse the lockfile, or depend on one registry's address. */
export function lockfileProblems(manifest: Manifest, text: string): string[] {
  const lockfile: Lockfile = JSON.parse(text)
  const locked = (lockfile.packages[''] ?? {}) as Manifest
  const problems = Object.keys(missingFromLockfile(lockfile)).map(
    (path) => `${path} is missing: run npm run lock:complete`,
  )
  for (const kind of kinds)
    if (!isDeepStrictEqual({ ...locked[kind] }, { ...manifest[kind] }))
      problems.push(`${kind} differ from package.json: run npm install`)
  for (const [path, { integrity, optional, os, cpu }] of Object.entries(lockfile.packages))
    if (path && !integrity && !(optional && (os ?? cpu)))
      problems.push(`${path} has no integrity: run npm install with a registry that has it`)
  if (text.includes('"resolved"')) problems.push('it names the registry it was made with')
  return problems
}
