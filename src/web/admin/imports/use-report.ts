import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError, type EndpointName, errorOf, requestLine } from '../../api/client.ts'
import { useIdempotencyKey } from '../../api/idempotency-key.ts'
import { withStepUp } from '../../api/proof.ts'
import { accessToken } from '../../api/session-calls.ts'
import { messageOf } from '../../api/use-act.ts'
import { useApi } from '../../api/use-api.ts'
import { offlineMessage } from '../../browser/connection.ts'
import { tabDraft } from '../../browser/tab-draft.ts'
import { recheckSession, useSession } from '../../session/session.ts'
import { prepareToasts, toast } from '../../ui/feedback/toast.ts'
import { cacheImport, newestImportQuery } from '../admin-queries.ts'
import type { Import } from '../answers.ts'
import { watchRun } from '../runs/run-calls.ts'

type Upload = { sent: number; total: number; controller: AbortController }

/**
 * State of the form for a report, and its upload. Typed text stays until it is changed. A file returns to the form when
 * its import, which the page shows as `batch`, failed or repeats another one.
 */
export function useReport(batch: Import | undefined) {
  const api = useApi()
  const client = useQueryClient()
  const [draft, change] = useReportDraft()
  const [file, setFile] = useState<File | null>(null)
  const [sent, setSent] = useState<{ file: File; importId: string } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [upload, setUpload] = useState<Upload | null>(null)
  const isSending = useRef(false)
  const withKey = useIdempotencyKey()
  useEffect(prepareToasts, [])
  useEffect(() => {
    if (!sent || batch?.id !== sent.importId) return
    if (isRefused(batch)) setFile((chosen) => chosen ?? sent.file)
    else if (batch.state === 'merged' || batch.state === 'discarded') setSent(null)
  }, [batch, sent])

  function choose([chosen, ...others]: File[]) {
    if (!chosen) return
    const why = others.length > 0 ? 'Please choose one file at a time.' : reportFileProblem(chosen)
    setProblem(why)
    if (!why) setFile(chosen)
  }

  async function send({ apply }: { apply: boolean }) {
    if (isSending.current) return
    const content = file ?? new Blob([draft.text])
    if (!file && !draft.text.trim()) return setProblem('Please enter CSV data')
    isSending.current = true
    const controller = new AbortController()
    const total = content.size
    setProblem(null)
    setUpload({ sent: 0, total, controller })
    try {
      const query = {
        marketplace: draft.marketplace,
        ...(draft.asOf && { report_as_of: new Date(draft.asOf).toISOString() }),
        ...(file && { file_name: file.name.slice(0, 255) }),
        ...(apply && { apply: 'true' }),
      }
      // The key names the import that the page shows, so that the same text can be sent again after it.
      const shown = client.getQueryData(newestImportQuery(api).queryKey)?.items[0]?.id
      const what = JSON.stringify([shown, query, file ? [file.size, file.lastModified] : draft.text])
      const made = await withStepUp(() =>
        withKey(what, (idempotencyKey) =>
          sendReport({
            content,
            query,
            idempotencyKey,
            onProgress: (sent) => setUpload({ sent: Math.min(sent, total), total, controller }),
            signal: controller.signal,
          }),
        ),
      )
      if (made.run) watchRun(made.run)
      if (file) {
        setSent({ file, importId: made.id })
        setFile(null)
      } else change({ isSent: true })
      await cacheImport(client, made)
    } catch (error) {
      if (controller.signal.aborted) return
      setProblem(messageOf(error))
      void toast.error('Import failed', { description: messageOf(error) })
    } finally {
      isSending.current = false
      setUpload(null)
    }
  }

  return {
    draft,
    file,
    problem,
    upload,
    /** Whether the form has something that was not sent yet. */
    isFresh: file !== null ? file !== sent?.file : draft.text.trim() !== '' && !draft.isSent,
    type: (changes: Partial<ReportDraft>) => {
      setProblem(null)
      change({ isSent: false, ...changes })
    },
    choose,
    removeFile: () => {
      setSent(null)
      setFile(null)
    },
    send,
    cancel: () => upload?.controller.abort(),
  }
}

/** Whether the import changed nothing, so that its file may be sent again. */
const isRefused = ({ state }: Import) => state === 'failed' || state === 'repeated'

/** Delay before a draft is stored, so that a long text is not written with each letter. */
const settleMs = 300

function useReportDraft() {
  const session = useSession()
  const userId = session.status === 'signed_in' ? session.userId : ''
  const [draft, setDraft] = useState(() => loadReport(userId) ?? emptyReport)
  useEffect(() => {
    const save = () => saveReport(userId, draft)
    const timer = setTimeout(save, settleMs)
    window.addEventListener('pagehide', save)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pagehide', save)
      save()
    }
  }, [userId, draft])
  return [draft, (changes: Partial<ReportDraft>) => setDraft((now) => ({ ...now, ...changes }))] as const
}

/** The form's content. */
type ReportDraft = {
  text: string
  marketplace: string
  /** Local time as the browser's control writes it; empty means now. */
  asOf: string
  /** Whether this text was sent: it stays visible, but is not new any more. */
  isSent: boolean
}

const emptyReport: ReportDraft = { text: '', marketplace: 'us', asOf: '', isSent: false }

/** Stored for the tab, so that a reload or an ended session loses nothing. */
export const { load: loadReport, save: saveReport } = tabDraft<ReportDraft>('folio.admin-report', 1)

/** Why a file cannot be a report, judged by name and size; null where it may be one. */
export function reportFileProblem({ name, size }: { name: string; size: number }): string | null {
  if (/\.(xlsx?|ods|numbers|pdf|zip|gz)$/i.test(name))
    return 'This is not a text file. Download the report as CSV, or save it as CSV, then choose that file.'
  return size === 0 ? 'This file is empty.' : null
}

type Sending = {
  content: Blob
  query: { marketplace: string; report_as_of?: string; file_name?: string; apply?: string }
  idempotencyKey: string
  /** Called with the number of bytes sent so far. */
  onProgress: (sent: number) => void
  signal: AbortSignal
}

const call: EndpointName = 'POST /api/v1/admin/imports'

/**
 * Sends a report as it is, of any size: the browser reads the file while it sends it. Not by `fetch`, which does not
 * report progress. Rejects with ApiError as other calls do, and with the signal's reason when it is aborted.
 */
async function sendReport({ content, query, idempotencyKey, onProgress, signal }: Sending): Promise<Import> {
  const token = await accessToken()
  const { method, url } = requestLine(call, { query })
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, url)
    request.responseType = 'json'
    request.setRequestHeader('content-type', 'text/csv')
    request.setRequestHeader('idempotency-key', idempotencyKey)
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`)
    request.upload.onprogress = ({ loaded }) => onProgress(loaded)
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) return resolve(request.response)
      if (request.status === 401) recheckSession().catch(() => {})
      reject(errorOf(request.status, request.response))
    }
    request.onerror = () => reject(new ApiError(0, 'network', offlineMessage))
    request.onabort = () => reject(signal.reason)
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(content)
  })
}
