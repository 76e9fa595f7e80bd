import type { ProjectFile } from './project-files.ts'

const program = /^(src|db|scripts)\/.*(?<!\.test)\.ts$/
const inDatabase = /^db\/.*\.sql$/
const taken = /pg_(?:try_)?advisory(?:_xact)?_lock(?:_shared)?\(\s*(?<number>[^)]*)\)(?<after>.{0,60})/gs

/** The arguments that say which lock the program takes: a name of the list, or a key that is no number of ours. */
const isListed = /^\$\{advisoryLocks\.\w+\}|^hashtextextended\(/
/** The same as a parameter. */
const isListedParameter = /^[^']*',\s*\[\s*advisoryLocks\.\w+/

/** Advisory locks by numbers that the list does not have, and numbers that it gives twice. */
export function lockProblems(files: ProjectFile[], list: Record<string, number>): string[] {
  const names = Object.groupBy(Object.keys(list), (name) => String(list[name]))
  const shared = Object.values(names).filter((of = []) => of.length > 1)
  return [
    ...shared.map((of = []) => `${of.join(' and ')} are one number`),
    ...files.flatMap(({ path, text }) =>
      [...text.matchAll(taken)]
        .map(({ groups: { number = '', after = '' } = {} }) => ({ number, after }))
        .filter(({ number, after }) => {
          if (inDatabase.test(path)) return !(number in names) && !isListed.test(number)
          const isKnown = number === '$1' ? isListedParameter.test(after) : isListed.test(number)
          return program.test(path) && !isKnown
        })
        .map(({ number }) => `${path} locks by ${number}, which is not in advisory-locks.ts`),
    ),
  ]
}
