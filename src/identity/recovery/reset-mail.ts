import { button, mailLayout, paragraph, plainLink } from '../../platform/mail/layout.ts'

type ResetMail = {
  appName: string
  /** Public address, without a slash at its end. */
  siteUrl: string
  /** The link; anybody who has it can set a new password. */
  link: string
  /** How long the link works. */
  minutes: number
}

/** The mail that leads to a new password, as HTML and as text with the same content. */
export function resetMail({ appName, siteUrl, link, minutes }: ResetMail) {
  const title = 'Set a new password'
  const preview = `The link works once, within ${duration(minutes)}.`
  const why = `Someone, hopefully you, asked to set a new password for your account at ${appName}.`
  const untilWhen = `This link works once, within ${duration(minutes)}:`
  const otherwise = 'If you did not ask for this, you can ignore this mail. Your password stays as it is.'
  const body = [
    paragraph(why),
    button(title, link),
    paragraph(otherwise),
    paragraph(untilWhen, { quiet: true }),
    plainLink(link),
  ].join('\n')
  return {
    subject: `Set a new password for ${appName}`,
    text: [title, why, `${untilWhen}\n${link}`, otherwise, `${appName}, ${siteUrl}`].join('\n\n'),
    html: mailLayout({ appName, siteUrl, title, preview, body }),
  }
}

function duration(minutes: number): string {
  const [count, unit] = minutes % 60 === 0 ? [minutes / 60, 'hour'] : [minutes, 'minute']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
