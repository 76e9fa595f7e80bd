import type { StopLink } from '../news/index.ts'
import { noticeMail } from '../platform/mail/layout.ts'
import type { NoteFacts } from '../shared/notes/facts.ts'
import { noteText, weekText } from '../shared/notes/note-text.ts'
import { addDays } from '../shared/time.ts'

type Site = { appName: string; siteUrl: string; stop?: StopLink }
type Written = { week: string; facts: NoteFacts; written_at: Date }

/** A note as a mail: the same words as on the page, and the link that stops such mails. */
export function noteMail({ week, facts, written_at: at }: Written, site: Site) {
  const { headline, on_its_way, figures, to_do } = noteText(facts)
  return noticeMail({
    ...site,
    title: headline.replace(/\.$/, ''),
    paragraphs: [
      `Your week, ${weekText(week, addDays(week, 6), at)}.`,
      ...(on_its_way ? [on_its_way] : []),
      ...figures.map(({ name, value }) => `${name}: ${value}`),
      ...(to_do ? [`One thing to do: ${to_do.text} ${site.siteUrl}${to_do.path}`] : []),
    ],
    link: { label: 'See your week', address: `${site.siteUrl}/notes` },
  })
}
