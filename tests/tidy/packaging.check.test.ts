import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { markedSteps, readUnit } from '../../packaging/bare-debian/steps.ts'
import { settingsOf } from '../../src/platform/settings/forms.ts'
import { settingsForm } from '../../src/platform/settings/settings.ts'
import {
  askedByCompose,
  namedByCompose,
  namedByDockerfile,
  namedByIgnore,
  namedByKubernetes,
  namedByUnit,
  releaseProblems,
  unknownNames,
} from './packaging.ts'
import { projectDir } from './project-files.ts'

const read = (file: string) => readFileSync(path.join(projectDir, file), 'utf8')
const exists = (file: string) => existsSync(path.join(projectDir, file))
const settings = [...settingsOf(settingsForm)].map(({ variable }) => variable)

describe('what stands in packaging/', () => {
  it.each([
    ['packaging/compose.yaml', namedByCompose],
    ['packaging/kubernetes.yaml', namedByKubernetes],
    ['packaging/folio.service', namedByUnit],
    ['packaging/Dockerfile', namedByDockerfile],
    ['.dockerignore', namedByIgnore],
  ])('%s names settings and files that there are', (file, namedBy) => {
    const named = namedBy(read(file))
    expect([...named.settings, ...named.files]).not.toEqual([])
    expect(unknownNames(named, settings, exists)).toEqual([])
  })

  it('a setting that there is not, and a file, is found', () => {
    const compose = `services:
  folio:
    build: { context: .., dockerfile: packaging/Dockerfil }
    environment: { SITE_URL: x, SITE_URI: x }
    volumes: ['./Caddy:/etc/Caddy:ro', 'data:/data']
  other: { environment: { ANYTHING: x } }`
    const deployment = 'spec: { template: { spec: { containers: [{ env: [{ name: PORTS }] }] } } }'
    const unit = 'Environment=DATA_DIR=/data DATE_DIR=/data\nExecStart=/opt/node src/main.ts src/mian.ts'
    const dockerfile =
      'COPY package.json lock.json ./\nENV PATH=/a:$PATH HOSTS=x\nCMD ["node", "src/mian.ts"]'
    const found = [
      namedByCompose(compose),
      namedByKubernetes(`kind: Service\n---\n${deployment}`),
      namedByUnit(unit),
      namedByDockerfile(dockerfile),
      namedByIgnore('*\n!src\n!scr\n'),
    ].map((named) => unknownNames(named, settings, exists))
    expect(found).toEqual([
      ['SITE_URI', 'packaging/Dockerfil', 'packaging/Caddy'],
      ['PORTS'],
      ['DATE_DIR', 'src/mian.ts'],
      ['HOSTS', 'lock.json', 'src/mian.ts'],
      ['scr'],
    ])
  })

  it('the compose file asks for what its example lists', () => {
    const listed = Array.from(read('packaging/compose.env.example').matchAll(/^(\w+)=/gm), ([, name]) => name)
    expect(askedByCompose(read('packaging/compose.yaml')).sort()).toEqual(listed.sort())
  })

  it('the unit says as whom and where', () => {
    expect(readUnit(read('packaging/folio.service'))).toMatchObject({ user: 'folio', folder: '/opt/folio' })
    expect(() => readUnit('[Service]')).toThrow('the unit has no User')
  })
})

describe('steps that are tried on a bare Debian (decision 93)', () => {
  it.each(['README.md', 'docs/operating.md', 'docs/backup.md'])('%s has some', (document) => {
    expect(markedSteps(document, read(document))).not.toEqual([])
  })

  it('every mark is one', () => {
    const documents = ['README.md', 'docs/operating.md', 'docs/backup.md']
    const marks = documents.flatMap((document) => read(document).match(/<!-- tried/g) ?? [])
    expect(documents.flatMap((document) => markedSteps(document, read(document)))).toHaveLength(marks.length)
  })

  it('are the marked blocks alone, in order', () => {
    const markdown = `# Title

<!-- tried as root -->
\`\`\`sh
apt-get update
\`\`\`

\`\`\`sh
rm everything
\`\`\`

<!-- tried, goes on -->

\`\`\`sh
npm ci
npm start
\`\`\`
`
    expect(markedSteps('a.md', markdown)).toEqual([
      { at: 'a.md:3', commands: 'apt-get update\n', asRoot: true, goesOn: false },
      { at: 'a.md:12', commands: 'npm ci\nnpm start\n', asRoot: false, goesOn: true },
    ])
  })
})

describe('the change log', () => {
  it('begins with the version of package.json, and names its migrations', () => {
    const migrations = readdirSync(path.join(projectDir, 'db/migrations')).filter((file) =>
      file.endsWith('.sql'),
    )
    const newest = migrations.sort().at(-1)?.slice(0, 4) ?? '0000'
    const { version } = JSON.parse(read('package.json'))
    expect(releaseProblems(read('CHANGELOG.md'), version, newest)).toEqual([])
  })

  it('another version, and migrations that are not named, are found', () => {
    const log =
      '# Changelog\n\n## 0.2.0\n\n- Migrations 0003 to 0005 run.\n\n## 0.1.0\n\n- Migrations 0001 to 0002 run.\n'
    expect(releaseProblems(log, '0.2.0', '0005')).toEqual([])
    expect(releaseProblems(log, '0.2', '0006')).toEqual([
      'the newest heading is not "## 0.2", the version of package.json',
      '"- Migrations 0003 to 0006" does not stand under the newest heading',
    ])
    expect(releaseProblems(log.replace('0003', '0004'), '0.2.0', '0005')).toHaveLength(1)
    expect(releaseProblems('# Changelog\n\n## Unreleased\n', '0.1.0', '0001')).toHaveLength(2)
    expect(releaseProblems('# Changelog\n\n## 0.1.0\n', '0.1.0', '0000')).toEqual([])
  })
})
