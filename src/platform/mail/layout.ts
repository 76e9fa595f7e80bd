import { escapeHtml } from '../../shared/text.ts'

// Mail programs know neither our style sheets nor custom properties, so the colours of the theme are repeated here.
const serif = "font-family:Georgia,'Times New Roman',serif"
const sans = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"

const dark = `@media (prefers-color-scheme: dark) {
  .paper { background-color: #161310 !important }
  .card { background-color: #1e1a16 !important; border-color: #322c25 !important }
  .ink { color: #f5f0e8 !important }
  .ink-2 { color: #c6bcae !important }
  .ink-3 { color: #a2978a !important }
  .accent { background-color: #cc4a12 !important }
  .accent-text { color: #ff9a6c !important }
}`

type Layout = {
  appName: string
  siteUrl: string
  title: string
  /** What mail programs show beside the subject. */
  preview: string
  /** HTML. */
  body: string
  /** The link that stops mails of this kind; none for mails that nobody can stop. */
  stop?: { label: string; address: string } | undefined
}

/** The frame of every mail: name, title and body on a card, at most 560 px wide, in light and dark. Returns HTML. */
export const mailLayout = ({
  appName,
  siteUrl,
  title,
  preview,
  body,
  stop,
}: Layout): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark }
${dark}
</style>
</head>
<body class="paper" style="margin:0;padding:0;background-color:#fbf9f6">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}${'&#847;&zwnj;&nbsp;'.repeat(60)}</div>
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:#fbf9f6">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">
<tr><td class="ink" style="padding:0 8px 20px;color:#1f1b16;font-size:24px;line-height:32px;${serif}">${escapeHtml(appName)}</td></tr>
<tr><td class="card" style="padding:32px 28px;background-color:#ffffff;border:1px solid #e9e2d8;border-radius:16px">
<h1 class="ink" style="margin:0 0 16px;color:#1f1b16;font-size:28px;line-height:32px;font-weight:normal;${serif}">${escapeHtml(title)}</h1>
${body}
</td></tr>
<tr><td class="ink-3" style="padding:20px 8px 0;color:#72675b;font-size:12px;line-height:16px;${sans}">Sent by ${escapeHtml(appName)}, <a class="ink-3" href="${escapeHtml(siteUrl)}" style="color:#72675b">${escapeHtml(new URL(siteUrl).host)}</a>${stop ? ` · <a class="ink-3" href="${escapeHtml(stop.address)}" style="color:#72675b">${escapeHtml(stop.label)}</a>` : ''}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`

/** A paragraph of text; `quiet` for side notes. Returns HTML. */
export const paragraph = (text: string, { quiet = false } = {}): string =>
  quiet
    ? `<p class="ink-3" style="margin:16px 0 0;color:#72675b;font-size:14px;line-height:20px;${sans}">${escapeHtml(text)}</p>`
    : `<p class="ink-2" style="margin:0 0 16px;color:#574e44;font-size:16px;line-height:24px;${sans}">${escapeHtml(text)}</p>`

/** The button of the mail's main action. Returns HTML. */
export const button = (label: string, address: string): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0">
<tr><td class="accent" style="background-color:#c2410c;border-radius:12px">
<a href="${escapeHtml(address)}" style="display:inline-block;padding:12px 24px;color:#ffffff;font-size:16px;line-height:24px;font-weight:600;text-decoration:none;${sans}">${escapeHtml(label)}</a>
</td></tr>
</table>`

/** An address to read, copy or follow, however long it is. Returns HTML. */
export const plainLink = (address: string): string =>
  `<p style="margin:4px 0 0;font-size:14px;line-height:20px;word-break:break-all;${sans}"><a class="accent-text" href="${escapeHtml(address)}" style="color:#b23a0a">${escapeHtml(address)}</a></p>`

type Notice = {
  appName: string
  /** Public address, without a slash at its end. */
  siteUrl: string
  /** What has happened, in a few words: subject and heading. */
  title: string
  /** The first is also shown beside the subject. */
  paragraphs: [string, ...string[]]
  /** The page where the person can act on it. */
  link?: { label: string; address: string }
  /** The link that stops mails of this kind. */
  stop?: { label: string; address: string } | undefined
}

/** A mail about something that has happened, as HTML and as text with the same content. */
export function noticeMail({ appName, siteUrl, title, paragraphs, link, stop }: Notice) {
  const body = [
    ...paragraphs.map((text) => paragraph(text)),
    ...(link ? [button(link.label, link.address)] : []),
  ]
  const linkText = [link, stop].flatMap((one) => (one ? [`${one.label}:\n${one.address}`] : []))
  return {
    subject: `${title} · ${appName}`,
    text: [title, ...paragraphs, ...linkText, `${appName}, ${siteUrl}`].join('\n\n'),
    html: mailLayout({ appName, siteUrl, title, preview: paragraphs[0], body: body.join('\n'), stop }),
  }
}
