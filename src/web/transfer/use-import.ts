import { useRef, useState } from 'react'
import { maxFileBytes } from '../../shared/collection.ts'
import { ApiError } from '../api/client.ts'
import { queryClient } from '../api/query-client.tsx'
import { useApi } from '../api/use-api.ts'
import { limitText } from '../format/limit-text.ts'
import { forgetOwnLists } from '../item/own-lists.ts'
import { useRefreshLists } from '../item/use-own-lists.ts'
import type { Report, Undone } from './report-text.ts'

export type ImportState = {
  /** Kept after a failure, so that it can be tried again. */
  file: ChosenFile | null
  work: 'checking' | 'importing' | null
  /** What an import would do. */
  preview: Report | null
  /** What the import did. */
  done: Report | null
  /** What undoing the import has removed. */
  undone: Undone | null
  problem: Problem | null
}

/** `mayPass` if the same file may succeed another time. */
type Problem = { message: string; mayPass: boolean }

type Answer = { report: Report; problem: null } | { report: null; problem: Problem }

const lasting = (message: string): Problem => ({ message, mayPass: false })

const start: ImportState = {
  file: null,
  work: null,
  preview: null,
  done: null,
  undone: null,
  problem: null,
}

/** The steps of an import: a file is chosen, previewed, and imported once the person confirms. */
export function useImport() {
  const api = useApi()
  const refreshLists = useRefreshLists()
  const [state, setState] = useState(start)
  /** Counts chosen files: an answer about an earlier one is ignored. */
  const current = useRef(0)

  async function choose(chosen: File[]) {
    const [first] = chosen
    if (!first || state.work === 'importing') return
    const turn = ++current.current
    const problem = chosen.length > 1 ? 'Please choose one file at a time.' : fileProblem(first)
    if (problem) return setState({ ...start, problem: lasting(problem) })
    setState({ ...start, work: 'checking' })
    const file = await readFile(first).catch(() => null)
    if (turn !== current.current) return
    if (file) await check(file)
    else setState({ ...start, problem: lasting('This file could not be read. Please choose it again.') })
  }

  async function check(file: ChosenFile) {
    const turn = current.current
    setState({ ...start, file, work: 'checking' })
    const { report, problem } = await send(file, true)
    if (turn === current.current) setState({ ...start, file, preview: report, problem })
  }

  async function run(file: ChosenFile) {
    setState({ ...state, work: 'importing', problem: null })
    const { report, problem } = await send(file, false)
    if (!report) return setState({ ...state, work: null, problem })
    setState({ ...start, done: report })
    await reloadLists()
  }

  async function showUndone(undone: Undone) {
    setState({ ...start, undone })
    await reloadLists()
  }

  /** The import may have changed any of the person's lists. */
  async function reloadLists() {
    forgetOwnLists(queryClient())
    await refreshLists()
  }

  async function send({ content }: ChosenFile, preview: boolean): Promise<Answer> {
    try {
      const query = { preview: String(preview) }
      return { report: await api('POST /api/v1/me/collection', { query, body: content }), problem: null }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const mayPass = error.status === 0 || error.status === 429 || error.status >= 500
      return { report: null, problem: { message: limitText(error), mayPass } }
    }
  }

  return {
    state,
    choose,
    again: () => void (state.file && check(state.file)),
    /** Drops a previewed file. */
    cancel: () => setState(start),
    showUndone: (undone: Undone) => void showUndone(undone),
    run: () => void (state.file && run(state.file)),
  }
}

/** A file's content at the time it was chosen: what was previewed is what is imported. */
type ChosenFile = { name: string; content: Blob }

const typeOfExtension: Record<string, string> = {
  csv: 'text/csv',
  tsv: 'text/csv',
  txt: 'text/csv',
  json: 'application/json',
  html: 'text/html',
  htm: 'text/html',
}

const typeOf = (name: string) => typeOfExtension[name.split('.').at(-1)?.toLowerCase() ?? '']

/** Why a file cannot be imported, as far as its name and size show; null if nothing speaks against it. */
export function fileProblem({ name, size }: { name: string; size: number }): string | null {
  if (/\.(xlsx?|ods|numbers)$/i.test(name))
    return 'This is a spreadsheet program’s own format. Save it as CSV in UTF-8, then choose that file.'
  if (!typeOf(name)) return 'Please choose a CSV, JSON or bookmarks file.'
  if (size > maxFileBytes) return 'This file is larger than 16 MB. Please split it.'
  return null
}

/** Reads a file into memory. Rejects when the system refuses it. */
async function readFile(file: File): Promise<ChosenFile> {
  const content = new Blob([await file.arrayBuffer()], { type: typeOf(file.name) ?? '' })
  return { name: file.name, content }
}
