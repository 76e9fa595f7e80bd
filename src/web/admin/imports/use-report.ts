import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { prepareToasts } from '../../app/prepare-toasts.ts'
import { useSession } from '../../session/session.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { keepImport } from '../admin-queries.ts'
import { messageOf } from '../parts/message-of.ts'
import { watchRun } from '../runs/use-run-ends.ts'
import { emptyReport, loadReport, type ReportDraft, reportFileProblem, saveReport } from './report-draft.ts'
import { sendReport } from './send-report.ts'

type Upload = { sent: number; total: number; controller: AbortController }

/** A report on its way in: what is typed or chosen, and its sending. What was typed stays until it is changed. */
export function useReport() {
  const client = useQueryClient()
  const [draft, change] = useReportDraft()
  const [file, setFile] = useState<File | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [upload, setUpload] = useState<Upload | null>(null)
  const isSending = useRef(false)
  useEffect(() => void prepareToasts(), [])

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
      const made = await sendReport({
        content,
        query: {
          marketplace: draft.marketplace,
          ...(draft.asOf && { report_as_of: new Date(draft.asOf).toISOString() }),
          ...(file && { file_name: file.name.slice(0, 255) }),
          ...(apply && { apply: 'true' }),
        },
        onProgress: (sent) => setUpload({ sent: Math.min(sent, total), total, controller }),
        signal: controller.signal,
      })
      if (made.run) watchRun(made.run)
      if (file) setFile(null)
      else change({ isSent: true })
      await keepImport(client, made)
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
    /** There is something that has not been imported yet. */
    isFresh: file !== null || (draft.text.trim() !== '' && !draft.isSent),
    type: (changes: Partial<ReportDraft>) => {
      setProblem(null)
      change({ isSent: false, ...changes })
    },
    choose,
    removeFile: () => setFile(null),
    send,
    cancel: () => upload?.controller.abort(),
  }
}

/** A long text is not written to the tab's storage with each letter. */
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
