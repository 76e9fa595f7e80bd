import { expect } from 'vitest'
import type { Sent, Year } from './year.ts'

const minimum = 1_000

/**
 * Payouts of earlier months that were under way, being cancelled or asked about, or come back after they were paid.
 * What was asked about is answered by what was really paid, some of it months later.
 */
export async function followUp(year: Year) {
  const { stage, model, random, open } = year
  const today = stage.today()
  for (const line of open.splice(0)) {
    const { id, runId, creator, cents, reference } = line
    if (line.state === 'asked') {
      if (random.chance(0.3)) {
        open.push(line)
        continue
      }
      const paid = random.pick([cents, cents - 100, 0])
      const seen = (await stage.pages(`payout-runs/${runId}/attention`)).find((one) => one.id === id)
      await stage.post(
        `payout-lines/${id}/answer`,
        {
          ...{ paid: paid / 100, note: 'Seen at the bank', answers: 0 },
          seen: seen.attention.map((one: { id: string }) => one.id),
        },
        1,
      )
      model.payOut(creator, paid - cents, today)
      continue
    }
    if (line.state === 'cancelling' && random.chance(0.5)) {
      // It had left with the file of before.
      const text = `Customer ID,Transaction Status,Amount\n${reference},Completed,${cents / 100}`
      await stage.post(`payout-runs/${runId}/results`, { text })
      open.push({ ...line, state: 'paid' })
      continue
    }
    if (line.state === 'paid' && !random.chance(0.05)) continue
    const next =
      line.state === 'sent'
        ? random.pick(['paid', 'failed'] as const)
        : line.state === 'paid'
          ? 'returned'
          : 'cancelled'
    const seen = next === 'cancelled' && { seen_unpaid: 'The bank’s list' }
    const body = { from: line.state, state: next, reason: 'The bank says so', ...seen }
    await stage.post(`payout-lines/${id}/result`, body, 1)
    if (next !== 'paid') model.payOut(creator, -cents, today)
  }
}

/** Drafts what is due, which the model has to agree with, approves it, and says what became of it. */
export async function payOut(year: Year) {
  const { stage, model, random, open, number } = year
  const today = stage.today()
  const due = stage.people.flatMap((person, creator) => {
    const { available } = model.balanceOf(creator, today)
    const isPaid = !person.isGone && person.isProven && person.hasDetails && available >= minimum
    const isAsked = open.some((line) => line.creator === creator && line.state === 'asked')
    return isPaid && !isAsked ? [{ creator, username: person.username, cents: available }] : []
  })
  const found = await stage.get('payouts/due')
  const sorted = (list: { username: string; cents: number }[]) =>
    list.map(({ username, cents }) => `${username} ${cents}`).sort()
  expect(
    sorted(
      found.due.map(({ username, amount }: { username: string; amount: number }) => ({
        ...{ username, cents: Math.round(amount * 100) },
      })),
    ),
  ).toEqual(sorted(due))
  if (due.length === 0) return
  const drafter = number % 2
  const { id } = await stage.post('payout-runs', { total: found.total }, drafter)
  const { files } = await stage.post(`payout-runs/${id}/approve`, {}, 1 - drafter)
  for (const { creator, cents } of due) model.payOut(creator, cents, today)
  const creatorOf = new Map(due.map(({ username, creator }) => [username, creator]))
  const lines = (await stage.pages(`payout-runs/${id}/lines`)).map(
    (line): Sent => ({
      ...{ id: line.id, runId: id, reference: line.reference, state: 'sent' },
      cents: Math.round(line.amount * 100),
      creator: creatorOf.get(line.username) ?? -1,
    }),
  )
  const isFetched = random.chance(0.5)
  if (isFetched)
    for (const file of files as { id: string }[]) await stage.post(`payout-files/${file.id}/fetch`)
  const [cancelled] = lines
  if (cancelled && random.chance(0.4)) {
    // What stood in a file that was fetched comes back only once somebody has seen it unpaid.
    const state = isFetched ? 'cancelling' : 'cancelled'
    const body = { from: 'approved', state, reason: 'Asked us to wait' }
    await stage.post(`payout-lines/${cancelled.id}/result`, body)
    if (isFetched) open.push({ ...cancelled, state: 'cancelling' })
    else model.payOut(cancelled.creator, -cancelled.cents, today)
    lines.shift()
  }
  await stage.post(`payout-runs/${id}/sent`)
  const rows = lines.map((line) => {
    const word = random.chance(0.8) ? 'Completed' : random.chance(0.5) ? 'Denied' : 'Unclaimed'
    const isOdd = random.chance(0.05)
    if (isOdd) open.push({ ...line, state: 'asked' })
    else if (word === 'Denied') model.payOut(line.creator, -line.cents, today)
    else open.push({ ...line, state: word === 'Completed' ? 'paid' : 'sent' })
    return `${line.reference},${word},${((line.cents + (isOdd ? 100 : 0)) / 100).toFixed(2)}`
  })
  const text = ['Customer ID,Transaction Status,Amount', ...rows].join('\n')
  if (lines.length > 0) {
    await stage.post(`payout-runs/${id}/results`, { text })
    await stage.post(`payout-runs/${id}/results`, { text }, 1)
  }
}
