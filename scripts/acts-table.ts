import { globSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { actOf, acts } from '../src/identity/acts/table.ts'
import type { Contract, Endpoint, SecondPerson } from '../src/shared/contract.ts'

const start = '<!-- Made by npm run docs:acts. -->'
const end = '<!-- End of the tables. -->'
const source = path.join(import.meta.dirname, '../src')

const needs = {
  strongest:
    'a settled passkey, app or recovery code where the account has a passkey or app, else any settled means',
  any: 'any settled means',
}

const undone = {
  link: 'the link in the mail about it',
  again: 'doing the contrary',
  nothing: 'nothing',
}

const agreed: Record<SecondPerson, string> = {
  none: 'no',
  not_own: 'for what is about oneself',
  own: 'for one’s own money',
  own_or_much: 'for one’s own money, and for much',
  own_while_another: 'for one’s own money, while there is another admin',
  another: 'always another than who proposed it',
  not_admins: 'no, but on an admin’s account the operator’s command alone',
}

/** The tables of sensitive acts and of what admins do, in Markdown, from the lists in code. */
export const drawTables = async (): Promise<string> => `${drawActs()}\n\n${await drawAdminCalls()}`

function drawActs(): string {
  const rows = (Object.keys(acts) as (keyof typeof acts)[]).map((name) => {
    const { says, needs: need, besides, undo } = actOf(name)
    return `| ${says} | ${needs[need]}${besides ? `; ${besides}` : ''} | ${undone[undo]} |`
  })
  return ['| Act | Needs, of the last 15 minutes | What undoes it |', '|---|---|---|', ...rows].join('\n')
}

async function drawAdminCalls(): Promise<string> {
  const files = globSync('**/*contract.ts', { cwd: source }).toSorted()
  const modules = await Promise.all(
    files.map(
      (file): Promise<object> => import(/* @vite-ignore */ pathToFileURL(path.join(source, file)).href),
    ),
  )
  const rows = modules
    .flatMap((module) => Object.entries(module))
    .filter((entry): entry is [string, Contract] => entry[0].endsWith('Contract'))
    .flatMap(([, contract]) => Object.values(contract))
    .filter((call): call is Endpoint & { second: SecondPerson } => call.second !== undefined)
    .map(
      ({ summary, asksAgain, second }) => `| ${summary} | ${asksAgain ? 'yes' : 'no'} | ${agreed[second]} |`,
    )
  return [
    '| An admin’s call | Asks for the proof | Asks for a second admin |',
    '|---|---|---|',
    ...rows,
  ].join('\n')
}

/** A document with these tables between its marks. */
export function withTables(document: string, tables: string): string {
  const [before, rest] = document.split(start)
  const after = rest?.split(end)[1]
  if (before === undefined || after === undefined)
    throw new Error(`The document lacks "${start}" or "${end}".`)
  return `${before}${start}\n\n${tables}\n\n${end}${after}`
}
