type LinkBoxProps = { shortLinkId: string }

/** A product's link as text, to be read and selected. */
export const LinkBox = ({ shortLinkId }: LinkBoxProps) => (
  <LinkText start={`${window.location.host}/l/`} end={shortLinkId} />
)

type LinkTextProps = { start: string; end: string }

/** A link as text; what distinguishes it from others is bold. */
export const LinkText = ({ start, end }: LinkTextProps) => (
  <p
    dir="ltr"
    className="flex min-h-13 w-full items-center rounded-md bg-sunken px-4 text-start text-small select-all"
  >
    <span className="num truncate">
      {start}
      <b>{end}</b>
    </span>
  </p>
)
