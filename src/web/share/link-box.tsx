type LinkBoxProps = { shortLinkId: string }

/** The link as text, to be read and selected. */
export function LinkBox({ shortLinkId }: LinkBoxProps) {
  return (
    <p
      dir="ltr"
      className="flex min-h-13 w-full items-center rounded-md bg-sunken px-4 text-start text-small select-all"
    >
      <span className="num truncate">
        {window.location.host}/l/<b>{shortLinkId}</b>
      </span>
    </p>
  )
}
