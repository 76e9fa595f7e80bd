import { Link } from '@tanstack/react-router'
import { usdText } from '../../format/money-text.ts'
import type { BookMonth } from '../answers.ts'
import { accountNames, accounts } from './book-texts.ts'

type AccountTableProps = { of: BookMonth; label: string }

/** What a month changes in each account, with links to the entries, and what the accounts have at its end. */
export function AccountTable({ of: { month, change, balance }, label }: AccountTableProps) {
  return (
    <table aria-label={label} className="num w-full text-small">
      <thead>
        <tr className="text-caption text-ink-3">
          <th scope="col" className="pb-1 text-start font-medium">
            Account
          </th>
          <th scope="col" className="pb-1 ps-3 text-end font-medium">
            In this month
          </th>
          <th scope="col" className="pb-1 ps-3 text-end font-medium">
            At its end
          </th>
        </tr>
      </thead>
      <tbody>
        {accounts.map((account) => (
          <tr key={account} className="border-t">
            <th scope="row" className="py-1 text-start font-normal">
              {accountNames[account]}
            </th>
            <td className="ps-3 text-end whitespace-nowrap">
              <Link
                to="/admin/books/$month"
                params={{ month }}
                search={{ account }}
                hash="entries"
                className="link inline-flex min-h-9 items-center"
              >
                {usdText(change[account])}
              </Link>
            </td>
            <td className="ps-3 text-end whitespace-nowrap">{usdText(balance[account])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
