import { LegalList, LegalPage, LegalPart } from '../legal/legal-page.tsx'
import { CheckpointList, type Checkpoints } from './checkpoint-list.tsx'

/**
 * What was signed of the log of all ledger rows, and what that proves and what not
 * (docs/product/ledger.md#the-page-of-checkpoints).
 */
export function CheckpointsPage({ items }: { items: Checkpoints }) {
  return (
    <LegalPage title="Ledger checkpoints">
      <LegalPart title="What this is">
        <p>
          Every row that is written to a creator’s ledger also enters one log of all creators’ rows, to which
          rows can only be added. After each posting and each payout, the size of that log and a code of all
          its rows are signed and published here. A checkpoint says nothing about anybody: it has no names and
          no amounts.
        </p>
      </LegalPart>
      <LegalPart title="What it proves">
        <LegalList>
          <li>
            A creator’s ledger, downloaded as JSON, says where its last row is in the log. Nobody can change
            that row, or one of the rows before it, without the code becoming another one.
          </li>
          <li>
            Each checkpoint comes with the proof that the log goes on from the one before: that nothing was
            changed, left out or put in between.
          </li>
          <li>
            Whoever has noted a checkpoint, or has an older file of their ledger, can show that a ledger was
            written anew, even if everything in the database was changed to fit.
          </li>
        </LegalList>
      </LegalPart>
      <LegalPart title="What it does not prove">
        <LegalList>
          <li>That an amount is right: only that it is the one that was posted.</li>
          <li>Anything about rows that were posted after the newest checkpoint.</li>
          <li>
            That everybody is shown the same log. Two logs are found only where people compare: note a
            checkpoint now and then, somewhere that this website cannot reach.
          </li>
          <li>
            That nobody could change a row. As it is set up by itself, the website’s account in its database
            can add rows and change none, which stops what somebody slips in, but nobody who has the machine
            or the account that owns the tables.
          </li>
          <li>
            Anything to those who have noted nothing. Whoever has the whole machine, with the key, can sign
            another log from its beginning; what contradicts that are the checkpoints of before, in other
            hands.
          </li>
        </LegalList>
      </LegalPart>
      <LegalPart title="Check it yourself">
        <p>
          Creators download their ledger as JSON, and{' '}
          <a href="/check-ledger.mjs" download className="link">
            a small program
          </a>{' '}
          that needs nothing but Node. For programs, checkpoints are at{' '}
          <a href="/api/v1/ledger/checkpoints" className="link wrap-anywhere">
            /api/v1/ledger/checkpoints
          </a>
          , as signed notes.
        </p>
        <pre className="surface p-4 text-caption whitespace-pre-wrap wrap-anywhere">
          {`node check-ledger.mjs today.json \\
  --before last-month.json \\
  --checkpoints checkpoints.json`}
        </pre>
      </LegalPart>
      <LegalPart title="The newest checkpoints">
        <CheckpointList items={items} />
      </LegalPart>
    </LegalPage>
  )
}
