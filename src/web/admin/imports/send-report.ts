import { ApiError, type EndpointName, failureOf, requestLine } from '../../client.ts'
import { accessToken } from '../../session/calls.ts'
import { offlineMessage } from '../../session/offline.ts'
import { recheckSession } from '../../session/session.ts'
import type { Import } from '../admin-queries.ts'

export type Sending = {
  content: Blob
  query: { marketplace: string; report_as_of?: string; file_name?: string; apply?: string }
  /** Told how many bytes have left, of all of them. */
  onProgress: (sent: number) => void
  signal: AbortSignal
}

const call: EndpointName = 'POST /api/v1/admin/imports'

/**
 * Sends a report as it is, however large: the browser reads the file while it sends it. Not by `fetch`, which does not
 * tell how far it is. Rejects with ApiError as other calls do, and with the signal's reason when it is given up.
 */
export async function sendReport({ content, query, onProgress, signal }: Sending): Promise<Import> {
  const token = await accessToken()
  const { method, url } = requestLine(call, { query })
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, url)
    request.responseType = 'json'
    request.setRequestHeader('content-type', 'text/csv')
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`)
    request.upload.onprogress = ({ loaded }) => onProgress(loaded)
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) return resolve(request.response)
      if (request.status === 401) recheckSession().catch(() => {})
      reject(failureOf(request.status, request.response))
    }
    request.onerror = () => reject(new ApiError(0, 'network', offlineMessage))
    request.onabort = () => reject(signal.reason)
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(content)
  })
}
