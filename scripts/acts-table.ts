import { contracts } from '../src/contracts.ts'
import { actOf, acts } from '../src/identity/acts/table.ts'
import { pipelineFunctionsContract } from '../src/orders/contract.ts'
import type { Endpoint, SecondPerson } from '../src/shared/contract.ts'

const start = '<!-- Made by npm run docs:acts. -->'
const end = '<!-- End of the tables. -->'

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
export const drawTables = (): string => `${drawActs()}\n\n${drawAdminCalls()}`

/** Acts that need the same and are undone alike share a row. */
function drawActs(): string {
  const rows = Map.groupBy(Object.keys(acts) as (keyof typeof acts)[], (name) => {
    const { needs: need, besides, undo } = actOf(name)
    return `${needs[need]}${besides ? `; ${besides}` : ''} | ${undone[undo]} |`
  })
  return [
    '| Act | Needs, of the last 15 minutes | What undoes it |',
    '|---|---|---|',
    ...[...rows].map(([cells, names]) => `| ${names.map((name) => actOf(name).says).join('; ')} | ${cells}`),
  ].join('\n')
}

function drawAdminCalls(): string {
  const calls = Object.values<Endpoint>({ ...contracts, ...pipelineFunctionsContract }).filter(
    (call): call is Endpoint & { second: SecondPerson } => call.second !== undefined,
  )
  const rows = Map.groupBy(
    calls,
    ({ asksAgain, second }) => `${asksAgain ? 'yes' : 'no'} | ${agreed[second]} |`,
  )
  return [
    '| An admin’s calls | Ask for the proof | Ask for a second admin |',
    '|---|---|---|',
    ...[...rows].map(
      ([cells, alike]) => `| ${alike.map(({ summary }) => firstClause(summary)).join('; ')} | ${cells}`,
    ),
  ].join('\n')
}

/** What a call does; the API's description has the whole of it. */
const firstClause = (summary: string): string => summary.split(/[.:;](?: |$)/)[0] ?? summary

/** A document with these tables between its marks. */
export function withTables(document: string, tables: string): string {
  const [before, rest] = document.split(start)
  const after = rest?.split(end)[1]
  if (before === undefined || after === undefined)
    throw new Error(`The document lacks "${start}" or "${end}".`)
  return `${before}${start}\n\n${tables}\n\n${end}${after}`
}
