import clsx from 'clsx'

/** Folio's own line icons on a 24 px grid, each one path, so that a page carries no icon library. */
const paths = {
  add: 'M12 5v14M5 12h14',
  alert: 'M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0M12 8v4.5M12 16h.01',
  back: 'M15 5l-7 7 7 7',
  bag: 'M5 8h14l-1 12H6zM9 8V7a3 3 0 0 1 6 0v1',
  bell: 'M6.5 16.5V11a5.5 5.5 0 0 1 11 0v5.5L19 18H5zM10 21h4',
  cabinet: 'M4 4h16v16H4zM4 12h16M10 8h4M10 16h4',
  cardView: 'M5 4h14v12H5zM6 20h12',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  chevronDown: 'm6 9 6 6 6-6',
  chevronRight: 'm9 5 7 7-7 7',
  chevronUp: 'm6 15 6-6 6 6',
  clicks: 'm5 4 14 6-6 2.5L10.5 19z',
  close: 'M6 6l12 12M18 6 6 18',
  earnings: 'M4 20V4M4 20h16M8 15l3.5-4 3 2.5L20 7',
  edit: 'M4 20h4L19 9l-4-4L4 16z',
  external: 'M8 16 17 7m0 0H9.5M17 7v7.5',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM9 12a3 3 0 1 0 6 0a3 3 0 1 0-6 0',
  eyeOff:
    'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM9 12a3 3 0 1 0 6 0a3 3 0 1 0-6 0M4.5 19.5l15-15',
  feed: 'M12 3.5l2.2 6.3 6.3 2.2-6.3 2.2-2.2 6.3-2.2-6.3-6.3-2.2 6.3-2.2z',
  folio: 'M5 4h9l5 5v11H5zM14 4v5h5',
  gridView: 'M4 4h6.5v6.5H4zM13.5 4H20v6.5h-6.5zM4 13.5h6.5V20H4zM13.5 13.5H20V20h-6.5z',
  inbox: 'M4 13 6.5 5h11L20 13v6H4zM4 13h4.5l1 2.5h5l1-2.5H20',
  like: 'M12 20s-7.5-4.6-7.5-10A4.3 4.3 0 0 1 12 7.2 4.3 4.3 0 0 1 19.5 10c0 5.4-7.5 10-7.5 10Z',
  link: 'M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-5.7-5.7l-1 1M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 5.7 5.7l1-1',
  listView: 'M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  pin: 'M9 4h6l-1 6 3.5 3.5h-11L10 10zM12 13.5V20',
  profile: 'M8 8a4 4 0 1 0 8 0a4 4 0 1 0-8 0M4.5 20.5c1-4 4-6 7.5-6s6.5 2 7.5 6',
  save: 'M7 4h10v16l-5-4-5 4Z',
  search: 'M4 11a7 7 0 1 0 14 0a7 7 0 1 0-14 0M20 20l-3.8-3.8',
  share: 'M12 15V4m0 0L8 8m4-4 4 4M5 13v5a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-5',
  shareWays:
    'M15 5.5a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0M4 12a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0M15 18.5a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0M8.7 10.7l6.6-3.9M8.7 13.3l6.6 3.9',
  trash: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13',
} as const

export type IconName = keyof typeof paths

/** All of them, for the gallery. */
export const iconNames = Object.keys(paths) as IconName[]

/** Dots need more weight than outlines to look equally dark. */
const heavier: Partial<Record<IconName, number>> = { more: 2.8 }

export type IconSize = 14 | 16 | 18 | 20 | 24

type DrawnProps = { size?: IconSize; className?: string }
type IconProps = DrawnProps & { name: IconName }

/** A decorative icon in the text's colour; the control around it carries the name. */
export const Icon = ({ name, ...rest }: IconProps) => (
  <LineIcon path={paths[name]} weight={heavier[name]} {...rest} />
)

type LineIconProps = DrawnProps & {
  /** What is drawn on the 24 px grid. */
  path: string
  weight?: number | undefined
}

/** An icon by its path, for those that only a part of the app has. */
export function LineIcon({ path, size = 20, weight = size < 16 ? 2 : 1.75, className }: LineIconProps) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={weight}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={clsx('shrink-0', className)}
    >
      <path d={path} />
    </svg>
  )
}
