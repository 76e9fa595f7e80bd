import { actOf, acts } from '../src/identity/acts/table.ts'

const start = '<!-- Made by npm run docs:acts. -->'
const end = '<!-- End of the table. -->'

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

/** The table of sensitive acts, in Markdown, from the one in code. */
export function drawActs(): string {
  const rows = (Object.keys(acts) as (keyof typeof acts)[]).map((name) => {
    const { says, needs: need, besides, undo } = actOf(name)
    return `| ${says} | ${needs[need]}${besides ? `; ${besides}` : ''} | ${undone[undo]} |`
  })
  return ['| Act | Needs, of the last 15 minutes | What undoes it |', '|---|---|---|', ...rows].join('\n')
}

/** A document with this table between its marks. */
export function withActs(document: string, table: string): string {
  const [before, rest] = document.split(start)
  const after = rest?.split(end)[1]
  if (before === undefined || after === undefined)
    throw new Error(`The document lacks "${start}" or "${end}".`)
  return `${before}${start}\n\n${table}\n\n${end}${after}`
}
