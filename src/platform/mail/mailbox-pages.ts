import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError } from '../../shared/errors.ts'
import { escapeHtml } from '../../shared/text.ts'
import { listMailbox } from './delivery.ts'

type Mail = { subject: string; to: string; date: string; text: string; html: string }

/**
 * Shows the local mailbox to developers: `/dev/mail` lists it, `/dev/mail/<name>` shows one mail. Its mails hold secret
 * links, so it must never be registered in production.
 */
export function registerMailbox(server: FastifyInstance, folder: string): void {
  server.get('/dev/mail', { schema: { hide: true } }, async (_request, reply) => {
    const names = await listMailbox(folder)
    const mails = await Promise.all(names.map(async (name) => ({ name, ...(await read(folder, name)) })))
    const rows = mails.map(
      ({ name, subject, to, date }) =>
        `<li><a href="/dev/mail/${name}">${escapeHtml(subject)}</a><br><small>${escapeHtml(to)} · ${escapeHtml(date)}</small></li>`,
    )
    const list = rows.length > 0 ? `<ul>${rows.join('')}</ul>` : '<p>No mail yet.</p>'
    return sendPage(reply, 'Mails', list)
  })

  server.get<{ Params: { name: string } }>(
    '/dev/mail/:name',
    { schema: { hide: true } },
    async (request, reply) => {
      const { name } = request.params
      if (!(await listMailbox(folder)).includes(name)) throw new AppError('not_found', 'Mail not found')
      const { subject, to, date, text, html } = await read(folder, name)
      const frame = html.replace(/<head>/i, '<head><base target="_blank">')
      const body = `<p><a href="/dev/mail">All mails</a></p>
<p><small>${escapeHtml(to)} · ${escapeHtml(date)}</small></p>
<iframe title="The mail" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${escapeHtml(frame)}"></iframe>
<pre>${escapeHtml(text)}</pre>`
      return sendPage(reply, subject, body)
    },
  )
}

async function read(folder: string, name: string): Promise<Mail> {
  const { default: PostalMime } = await import('postal-mime')
  const mail = await PostalMime.parse(await readFile(path.join(folder, name)))
  const to = mail.to?.map(({ address }) => address).join(', ') ?? ''
  return {
    subject: mail.subject ?? '',
    to,
    date: mail.date ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
  }
}

// Neither the page nor the mail in its frame, which inherits this, may run or fetch anything.
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'"

const sendPage = (reply: FastifyReply, title: string, body: string) =>
  reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
    .send(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 50rem; margin: 2rem auto; padding: 0 1rem }
ul { padding: 0; list-style: none }
li { padding: .75rem 0; border-top: 1px solid light-dark(#e9e2d8, #322c25) }
iframe { width: 100%; height: 40rem; border: 1px solid light-dark(#e9e2d8, #322c25); border-radius: .75rem }
pre { white-space: pre-wrap; overflow-wrap: anywhere }
</style>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
${body}
</body>
</html>`)
