type AddressProps = { handle: string }

/** The address that a handle makes, from left to right also among names that are not. */
export const Address = ({ handle }: AddressProps) => (
  <bdi dir="ltr" className="wrap-anywhere">
    {window.location.host}/<span className="font-semibold text-ink">{handle}</span>
  </bdi>
)
