import path from 'node:path'
import { parse, parseAllDocuments } from 'yaml'

/** What a file of packaging/ names: environment variables that Folio reads, and files of the project. */
export type Named = { settings: string[]; files: string[] }

type Service = {
  build?: { context: string; dockerfile: string }
  environment?: Record<string, unknown>
  volumes?: string[]
}
type Variable = { name: string }
type Container = { env?: Variable[] }
type Resource = { spec?: { template?: { spec?: { containers?: Container[] } } } }

const all = (text: string, pattern: RegExp): string[] =>
  Array.from(text.matchAll(pattern), ([, found = '']) => found)

/** Where `file`, as a file of `folder` names it, stands in the project. */
const from = (folder: string, file: string) => path.posix.join(folder, file)

/** From a compose file: the settings of each service that is built here, and what is built and mounted. */
export function namedByCompose(text: string): Named {
  const { services } = parse(text) as { services: Record<string, Service> }
  const built = Object.values(services).flatMap((service) => (service.build ? [service] : []))
  const mounted = Object.values(services).flatMap(({ volumes = [] }) => volumes)
  return {
    settings: built.flatMap(({ environment = {} }) => Object.keys(environment)),
    files: [
      ...built.flatMap(({ build }) =>
        build ? [from(from('packaging', build.context), build.dockerfile)] : [],
      ),
      ...mounted.flatMap((volume) => all(volume, /^(\.[^:]*):/g)).map((file) => from('packaging', file)),
    ],
  }
}

/** The variables that a compose file asks its reader for. */
export const askedByCompose = (text: string): string[] => [...new Set(all(text, /\$\{(\w+)/g))]

/** From a list of Kubernetes resources: the settings of the containers. */
export function namedByKubernetes(text: string): Named {
  const resources = parseAllDocuments(text).map((document) => document.toJS() as Resource)
  const containers = resources.flatMap(({ spec }) => spec?.template?.spec?.containers ?? [])
  return { settings: containers.flatMap(({ env = [] }) => env.map(({ name }) => name)), files: [] }
}

const projectFile = /(?<![\w./-])((?:src|packaging|scripts)\/[\w./-]+)/g

/** From a systemd unit: the settings it makes, and the files its command runs. */
export const namedByUnit = (text: string): Named => ({
  settings: all(text, /^Environment=(.*)$/gm).flatMap((line) => all(line, /(\w+)=/g)),
  files: all(text, /^ExecStart=(.*)$/gm).flatMap((line) => all(line, projectFile)),
})

/** From a Dockerfile: the settings it makes, what it copies from the project, and what it runs. */
export const namedByDockerfile = (text: string): Named => ({
  settings: all(text, /^ENV (.*)$/gm)
    .flatMap((line) => all(line, /(\w+)=/g))
    .filter((name) => name !== 'PATH'),
  files: [
    ...all(text, /^COPY (?!--from)(.+) \S+$/gm).flatMap((sources) => sources.split(' ')),
    ...all(text, /^(?:RUN|CMD|HEALTHCHECK) (.*)$/gm).flatMap((line) => all(line, projectFile)),
  ],
})

/** What a .dockerignore lets in. */
export const namedByIgnore = (text: string): Named => ({ settings: [], files: all(text, /^!(.+)$/gm) })

/** What of it is no setting, or not there. */
export const unknownNames = (
  named: Named,
  settings: string[],
  exists: (file: string) => boolean,
): string[] => [
  ...named.settings.filter((name) => !settings.includes(name)),
  ...named.files.filter((file) => !exists(file)),
]

const numbers = /^- Migrations? (\d{4})(?: to (\d{4}))?\b/m

/**
 * Problems of the change log: the newest version is the one of package.json, and its notes on upgrading name all
 * migrations since the version before. `newest` is the number of the newest migration, 0000 for the baseline.
 */
export function releaseProblems(changelog: string, version: string, newest: string): string[] {
  const [latest = '', before] = changelog.split(/^## (?=\d)/m).slice(1)
  const problems: string[] = []
  if (latest.split(/[\s,]/)[0] !== version)
    problems.push(`the newest heading is not "## ${version}", the version of package.json`)
  const [, first, last = first] = numbers.exec(latest) ?? []
  const [, , done = '0000'] = numbers.exec(before ?? '') ?? []
  const wanted = String(Number(done) + 1).padStart(4, '0')
  const isNamed = wanted > newest ? !first : [first, last].join() === [wanted, newest].join()
  if (!isNamed) problems.push(`"- Migrations ${wanted} to ${newest}" does not stand under the newest heading`)
  return problems
}
