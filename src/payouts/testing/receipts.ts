/** A transfer of one month's commissions, as it is recorded; whatever may be asked about the month is confirmed. */
export function receiptOf<Rest extends object>({
  month,
  amount,
  ...rest
}: Rest & { month: string; amount: number }) {
  const confirmed = [`not_over ${month}`, `no_orders ${month}`, `before_first ${month}`]
  return {
    ...{ marketplace: 'us', amount, lines: [{ kind: 'commissions', month, amount }], confirmed },
    ...rest,
  }
}
