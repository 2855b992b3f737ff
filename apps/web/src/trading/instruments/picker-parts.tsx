import { useTexts } from '@maru/client/i18n/texts'
import { Icon } from '@maru/ui'
import { toggleFavourite, useFavourites } from './favourites.ts'
import { nameOf } from './names.ts'
import { pickerTexts } from './picker-texts.ts'
import './picker-parts.css'

/** Where a list of instruments is searched by symbol or Korean name. */
export function SearchField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const t = useTexts(pickerTexts)
  return (
    <label className="pick-s">
      <Icon name="search" small />
      <input
        type="search"
        placeholder={t('search')}
        aria-label={t('search')}
        autoComplete="off"
        enterKeyHint="search"
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </label>
  )
}

/** The star that marks an instrument. */
export function FavouriteStar({ stock }: { stock: string }) {
  const t = useTexts(pickerTexts)
  const name = nameOf(stock)
  const isMarked = useFavourites(({ symbols }) => symbols.includes(name))
  return (
    <button
      type="button"
      className="star"
      aria-pressed={isMarked}
      aria-label={t('favourite', { name })}
      onClick={() => toggleFavourite(stock)}
    >
      <Icon name="star" />
    </button>
  )
}
