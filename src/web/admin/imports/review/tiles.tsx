import { Link } from '@tanstack/react-router'
import clsx from 'clsx'
import type { ReactNode } from 'react'
import { moneyText } from '../../../../shared/amazon/currencies.ts'
import { numberText } from '../../../format/count-text.ts'
import type { Import } from '../../answers.ts'
import { type Tile, tilesOf } from './tile-texts.ts'

type TilesProps = {
  batch: Import
  /** The tile whose rows are shown. With `onShow` a tile shows its rows; without it, it links to them. */
  shown?: Tile['key']
  onShow?: (key: Tile['key']) => void
}

/** Tiles of an import's outcomes, in rows and money (decision 24). One without rows is a number without a box. */
export const Tiles = ({ batch, shown, onShow }: TilesProps) => (
  <ul
    aria-label="Outcome of its rows"
    className="grid grid-cols-2 gap-2 sm:grid-cols-4 sm:has-[>:nth-child(5):last-child]:grid-cols-5 sm:has-[>:nth-child(6):last-child]:grid-cols-3"
  >
    {tilesOf(batch).map((tile) => (
      <li key={tile.key} className="grid max-sm:first:nth-last-[odd]:col-span-2">
        {tile.rows === 0 || !batch.rows_listed ? (
          <span className={clsx(look, tile.rows > 0 && flat)}>
            <Figures tile={tile} currency={batch.currency} />
          </span>
        ) : onShow ? (
          <button
            type="button"
            aria-pressed={tile.key === shown}
            className={clsx(look, tile.key === shown ? pressed : pressable)}
            onClick={() => onShow(tile.key)}
          >
            <Figures tile={tile} currency={batch.currency} isShown={tile.key === shown} />
          </button>
        ) : (
          <Link
            to="/admin/imports/$id/$outcome"
            params={{ id: batch.id, outcome: tile.key }}
            className={clsx(look, pressable)}
          >
            <Figures tile={tile} currency={batch.currency} />
          </Link>
        )}
      </li>
    ))}
  </ul>
)

const look = 'grid min-w-0 content-start rounded-md px-3 py-2.5 text-start'
const flat = 'inset-ring inset-ring-line'
const pressable = 'bg-card inset-ring inset-ring-line-strong hover:bg-sunken'
const pressed = 'bg-ink text-on-ink'

type FiguresProps = { tile: Tile; currency: string; isShown?: boolean }

const Figures = ({
  tile: { label, rows, money, isBad },
  currency,
  isShown = false,
}: FiguresProps): ReactNode => (
  <>
    <span className={clsx('text-caption', !isShown && 'text-ink-3')}>{label}</span>
    <span
      className={clsx(
        'num text-sub font-semibold',
        rows === 0 && 'text-ink-3',
        isBad && rows > 0 && !isShown && 'text-danger',
      )}
    >
      {numberText(rows)}
    </span>
    {money !== null && rows > 0 && (
      <span className={clsx('num min-w-0 text-caption break-words', !isShown && 'text-ink-2')}>
        {moneyText(money, currency)}
      </span>
    )}
  </>
)
