import { Link } from '@tanstack/react-router'
import clsx from 'clsx'
import type { ReactNode } from 'react'
import { numberText } from '../../../count-text.ts'
import { usdText } from '../../../earnings/money-text.ts'
import type { Import } from '../../admin-queries.ts'
import { type Tile, tilesOf } from './tile-texts.ts'

type TilesProps = {
  batch: Import
  /** The tile whose rows are shown, and what another one does; without them tiles lead to their rows. */
  shown?: Tile['key']
  onShow?: (key: Tile['key']) => void
}

/** What becomes of an import's rows, in rows and money; each tile shows its rows, or leads to them (decision 62). */
export const Tiles = ({ batch, shown, onShow }: TilesProps) => (
  <ul aria-label="What becomes of its rows" className="grid grid-cols-2 gap-2 sm:grid-cols-4">
    {tilesOf(batch).map((tile) => (
      <li key={tile.key} className="grid">
        {tile.rows === 0 || !batch.rows_listed ? (
          <span className={look}>
            <Figures tile={tile} />
          </span>
        ) : onShow ? (
          <button
            type="button"
            aria-pressed={tile.key === shown}
            className={clsx(look, pressable)}
            onClick={() => onShow(tile.key)}
          >
            <Figures tile={tile} />
          </button>
        ) : (
          <Link
            to="/admin/imports/$id/$outcome"
            params={{ id: batch.id, outcome: tile.key }}
            className={clsx(look, pressable)}
          >
            <Figures tile={tile} />
          </Link>
        )}
      </li>
    ))}
  </ul>
)

const look =
  'group/tile grid min-w-0 content-start rounded-md px-3 py-2.5 text-start inset-ring inset-ring-line'
const pressable =
  'bg-card inset-ring-line-strong enabled-hover:bg-sunken hover:bg-sunken aria-pressed:bg-ink aria-pressed:text-on-ink aria-pressed:inset-ring-0 aria-pressed:hover:bg-ink'

type FiguresProps = { tile: Tile }

const Figures = ({ tile: { label, rows, money, isBad } }: FiguresProps): ReactNode => (
  <>
    <span className="text-caption text-ink-3 group-aria-pressed/tile:text-on-ink">{label}</span>
    <span
      className={clsx(
        'num text-sub font-semibold',
        rows === 0 && 'text-ink-3',
        isBad && rows > 0 && 'text-danger group-aria-pressed/tile:text-on-ink',
      )}
    >
      {numberText(rows)}
    </span>
    {money !== null && (
      <span className="num min-w-0 text-caption break-words text-ink-2 group-aria-pressed/tile:text-on-ink">
        {usdText(money)}
      </span>
    )}
  </>
)
