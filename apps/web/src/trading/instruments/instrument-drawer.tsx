import { useTexts } from '@maru/client/i18n/texts'
import { Badge, Drawer, directionClass, Empty, formatPercent, formatPrice, roundDecimal, Skeleton } from '@maru/ui'
import { memo, useState } from 'react'
import { showAlert } from '../../shell/alert.tsx'
import { tradingTexts } from '../texts.ts'
import { favouritesFirst, useFavourites } from './favourites.ts'
import { Logo } from './logo.tsx'
import { matches, nameOf } from './names.ts'
import { FavouriteStar, SearchField } from './picker-parts.tsx'
import { pickerTexts } from './picker-texts.ts'
import { type ListTopic, useStockRow } from './stock-list.ts'
import { titleOf } from './title.ts'
import './instrument-drawer.css'

/** What the drawer has to know of an instrument; options of futures and overseas futures have it. */
export interface Instrument {
  readonly id: number
  readonly stock: string
  readonly koName: string
}

interface InstrumentDrawerProps {
  open: boolean
  onClose: () => void
  topic: ListTopic
  instruments: readonly Instrument[]
  currentId: number | null
  /** An instrument that trades was chosen; one that rests only says so. */
  onPick: (instrument: Instrument) => void
  /** Korean names only, instead of symbol and name. */
  koreanOnly?: boolean
}

/** The instruments of a product with last price and change, 256 px from the left. */
export function InstrumentDrawer({
  open,
  onClose,
  topic,
  instruments,
  currentId,
  onPick,
  koreanOnly = false,
}: InstrumentDrawerProps) {
  const t = useTexts(tradingTexts)
  const [sought, setSought] = useState('')
  const tPicker = useTexts(pickerTexts)
  const marked = useFavourites(({ symbols }) => symbols)
  const found = favouritesFirst(
    instruments.filter((instrument) => matches(instrument, sought)),
    marked,
  )
  return (
    <Drawer
      open={open}
      title={t('futures')}
      onClose={() => {
        setSought('')
        onClose()
      }}
      className="pick"
    >
      <SearchField value={sought} onChange={setSought} />
      {found.length === 0 && <Empty title={tPicker('searchNone')}>{tPicker('searchNoneHint')}</Empty>}
      <ul>
        {found.map((instrument) => (
          <li key={instrument.id} className="pick-r">
            <StockButton
              topic={topic}
              instrument={instrument}
              isCurrent={instrument.id === currentId}
              koreanOnly={koreanOnly}
              onPick={(isRest) => {
                if (isRest) return void showAlert(t('closedStock', { stock: titleOf(instrument) }))
                setSought('')
                onClose()
                onPick(instrument)
              }}
            />
            <FavouriteStar stock={instrument.stock} />
          </li>
        ))}
      </ul>
      <p className="pick-h">{t(`hours_${topic}`)}</p>
    </Drawer>
  )
}

const StockButton = memo(function StockButton({
  topic,
  instrument: { stock, koName },
  isCurrent,
  koreanOnly,
  onPick,
}: {
  topic: ListTopic
  instrument: Instrument
  isCurrent: boolean
  koreanOnly: boolean
  onPick: (isRest: boolean) => void
}) {
  const t = useTexts(tradingTexts)
  const row = useStockRow(topic, stock)
  const isRest = row?.isRest ?? false
  const isQuiet = isRest || row?.feed === 'stale'
  return (
    <button type="button" className="row-b" aria-current={isCurrent || undefined} onClick={() => onPick(isRest)}>
      <Logo stock={stock} />
      <span className="pick-n">
        <b>{koreanOnly ? koName : nameOf(stock)}</b>
        {!koreanOnly && <small>{koName}</small>}
      </span>
      <span className="num">
        {row ? (
          <>
            <b className={isQuiet ? 'dim' : ''}>{formatPrice(row.lastPrice, decimalsOf(row.lastPrice))}</b>
            {isRest ? (
              <Badge>{t('resting')}</Badge>
            ) : (
              <small className={isQuiet ? '' : directionClass(roundDecimal(row.priceChangePercent, 2))}>
                {formatPercent(row.priceChangePercent)}
              </small>
            )}
          </>
        ) : (
          <>
            <Skeleton width={64} height={12} />
            <Skeleton width={40} height={10} />
          </>
        )}
      </span>
    </button>
  )
})

const decimalsOf = (price: string) => price.split('.')[1]?.length ?? 0
