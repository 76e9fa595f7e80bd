import { maxFileBytes } from '../../shared/collection.ts'

/** A file as it was when it was chosen: what was previewed is what is imported. */
export type ChosenFile = { name: string; content: Blob }

const typeOfExtension: Record<string, string> = {
  csv: 'text/csv',
  tsv: 'text/csv',
  txt: 'text/csv',
  json: 'application/json',
}

const typeOf = (name: string) => typeOfExtension[name.split('.').at(-1)?.toLowerCase() ?? '']

/** Why a file cannot be imported, as far as its name and size tell; null when nothing speaks against it. */
export function fileProblem({ name, size }: { name: string; size: number }): string | null {
  if (/\.(xlsx?|ods|numbers)$/i.test(name))
    return 'This is a spreadsheet of its own kind. Save it as CSV in UTF-8, then choose that file.'
  if (!typeOf(name)) return 'Please choose a CSV or JSON file.'
  if (size > maxFileBytes) return 'This file is larger than 16 MB. Please split it.'
  return null
}

/** Reads a file into memory. Rejects when the system does not give it. */
export async function readFile(file: File): Promise<ChosenFile> {
  const content = new Blob([await file.arrayBuffer()], { type: typeOf(file.name) ?? '' })
  return { name: file.name, content }
}
