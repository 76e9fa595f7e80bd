import type { ComponentProps } from 'react'
import { hasSystemShare, type Shared, systemShare } from './system-share.ts'

/** Drawn like ui/button/icon.tsx; defined here, so that only the sheet loads them. */
const icons = {
  whatsApp:
    'M4 20l1.2-4A8.3 8.3 0 1 1 8.300 19zM9 8.600c-.5 3 2.700 6.500 6 6.400l1-1.700-2-1.200-1 .8c-.9-.4-1.700-1.200-2.100-2.100l.7-1-1-2z',
  mail: 'M4 6h16v12H4zM4 7l8 6 8-6',
  apps: 'M12 15V4m0 0L8 8m4-4 4 4M5 13v5a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-5',
}

const tile =
  'grid min-h-19 w-full place-content-center justify-items-center gap-1.5 rounded-md bg-sunken px-2 text-center text-caption font-semibold enabled-hover:bg-neutral-soft'

type ShareWaysProps = {
  shared: Shared
  /** The system refused to share it. */
  onRefused: () => void
}

/** Where the link can be sent: WhatsApp, mail, and the system's own share sheet where the browser has one. */
export function ShareWays({ shared, onRefused }: ShareWaysProps) {
  const { title, url: link } = shared

  async function shareBySystem() {
    if ((await systemShare(shared)) === 'failed') onRefused()
  }

  return (
    <ul className="grid auto-cols-fr grid-flow-col gap-2">
      <li>
        <a href={whatsAppAddress(title, link)} target="_blank" rel="noopener noreferrer" className={tile}>
          <WayIcon path={icons.whatsApp} />
          <span>
            WhatsApp<span className="sr-only"> (opens a new tab)</span>
          </span>
        </a>
      </li>
      <li>
        <a href={mailAddress(title, link)} className={tile}>
          <WayIcon path={icons.mail} />
          Mail
        </a>
      </li>
      {hasSystemShare(shared) && (
        <li>
          <button type="button" className={tile} onClick={() => void shareBySystem()}>
            <WayIcon path={icons.apps} />
            More apps
          </button>
        </li>
      )}
    </ul>
  )
}

type WayIconProps = { path: ComponentProps<'path'>['d'] }

function WayIcon({ path }: WayIconProps) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      width={24}
      height={24}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={path} />
    </svg>
  )
}

/** A WhatsApp message with title and link; the person picks the chat. */
export const whatsAppAddress = (title: string, link: string): string =>
  `https://wa.me/?text=${encodeURIComponent(`${title} ${link}`)}`

/** A new mail about the product. */
export const mailAddress = (title: string, link: string): string =>
  `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(`${title}\n\n${link}`)}`
