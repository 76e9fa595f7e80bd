type AddressProps = { handle: string }

/** The address of a handle, always left to right, also among text in right-to-left scripts. */
export const Address = ({ handle }: AddressProps) => (
  <bdi dir="ltr" className="wrap-anywhere">
    {window.location.host}/<span className="font-semibold text-ink">{handle}</span>
  </bdi>
)
