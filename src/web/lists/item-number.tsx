type ItemNumberProps = { isChosen?: boolean; children: number }

/** An item's number on its picture. */
export const ItemNumber = ({ isChosen = false, children }: ItemNumberProps) => (
  <span
    data-chosen={isChosen ? '' : undefined}
    className="item-number num absolute start-1.5 top-1.5 grid h-7 min-w-7 place-items-center rounded-full px-1 font-display text-nav leading-none! font-semibold"
  >
    {children}
  </span>
)
