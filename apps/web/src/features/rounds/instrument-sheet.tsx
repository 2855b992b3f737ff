import { useTexts } from '@maru/client/i18n/texts'
import { Empty, formatPrice, Sheet } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useOptionLabelTexts } from '../../books/rounds/game-name.ts'
import { optionLabel, type StockGroup } from '../../books/rounds/options.ts'
import { roundTexts } from '../../books/rounds/texts.ts'
import { useFeed, usePrice } from '../../live/index.ts'
import { favouritesFirst, useFavourites } from '../../trading/instruments/favourites.ts'
import { Logo } from '../../trading/instruments/logo.tsx'
import { matches } from '../../trading/instruments/names.ts'
import { FavouriteStar, SearchField } from '../../trading/instruments/picker-parts.tsx'
import { pickerTexts } from '../../trading/instruments/picker-texts.ts'
import { DayChange } from '../../trading/price/price-cells.tsx'
import { statisticsQuery } from '../../trading/price/statistics.ts'
import type { PickerProps } from './instrument-picker.tsx'

interface SheetProps extends PickerProps {
  readonly open: boolean
  readonly onClose: () => void
}

/** The instruments, grouped by stock, each with its games. */
export function InstrumentSheet({ open, onClose, groups, current, onPick }: SheetProps) {
  const t = useTexts(roundTexts)
  const tPicker = useTexts(pickerTexts)
  const [sought, setSought] = useState('')
  const marked = useFavourites(({ symbols }) => symbols)
  const found = favouritesFirst(
    groups.filter((group) => matches(group, sought)),
    marked,
  )
  const close = () => {
    setSought('')
    onClose()
  }
  return (
    <Sheet open={open} title={t('instruments')} onClose={close} className="picker">
      <SearchField value={sought} onChange={setSought} />
      {found.length === 0 && <Empty title={tPicker('searchNone')}>{tPicker('searchNoneHint')}</Empty>}
      {found.map((group) => (
        <StockRow
          key={group.stock}
          group={group}
          current={current}
          onPick={(option) => {
            close()
            onPick(option)
          }}
        />
      ))}
    </Sheet>
  )
}

function StockRow({ group, current, onPick }: Omit<PickerProps, 'groups'> & { group: StockGroup }) {
  const texts = useOptionLabelTexts()
  const precision = group.options[0]?.precision ?? 0
  useQuery(statisticsQuery(group.stock, precision))
  return (
    <section className="picker-s" aria-label={group.label}>
      <div className="picker-h">
        <FavouriteStar stock={group.stock} />
        <Logo stock={group.stock} />
        <span className="picker-n">
          <b>{group.label}</b>
          <small>{group.koName}</small>
        </span>
        <span className="num">
          <b>
            <PickerPrice stock={group.stock} precision={precision} />
          </b>
          <DayChange stock={group.stock} precision={precision} percentOnly />
        </span>
      </div>
      <div className="picker-o">
        {group.options.map((option) => (
          <button
            key={option.id}
            type="button"
            className="chip"
            aria-pressed={option.id === current?.id}
            onClick={() => onPick(option)}
          >
            {optionLabel(option, texts)}
            {option.type.startsWith('B') && ` ${texts.minutes(Number(option.type.slice(1)))}`}
          </button>
        ))}
      </div>
    </section>
  )
}

function PickerPrice({ stock, precision }: { stock: string; precision: number }) {
  const last = usePrice(stock, 'last')
  const stale = useFeed(stock) !== 'live'
  if (last === undefined) return <>–</>
  return <span className={stale ? 'dim' : ''}>{formatPrice(last, precision)}</span>
}
