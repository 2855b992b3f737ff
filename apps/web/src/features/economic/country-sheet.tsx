import { useLanguage, useTexts } from '@maru/client/i18n/texts'
import { Button, Check, Sheet } from '@maru/ui'
import { countryName } from './country.ts'
import { economicTexts } from './texts.ts'

/** Which countries are shown; none chosen shows all. */
export function CountrySheet({
  open,
  countries,
  chosen,
  onChange,
  onClose,
}: {
  open: boolean
  countries: readonly string[]
  chosen: ReadonlySet<string>
  onChange: (chosen: ReadonlySet<string>) => void
  onClose: () => void
}) {
  const t = useTexts(economicTexts)
  const language = useLanguage()
  const turn = (country: string, isOn: boolean) => {
    const next = new Set(chosen)
    if (isOn) next.add(country)
    else next.delete(country)
    onChange(next)
  }
  return (
    <Sheet open={open} title={t('countriesTitle')} onClose={onClose}>
      <div>
        {countries.map((country) => (
          <Check key={country} checked={chosen.has(country)} onChange={(isOn) => turn(country, isOn)}>
            {countryName(country, language)}
          </Check>
        ))}
        <div className="sheet-a">
          <Button disabled={chosen.size === 0} onClick={() => onChange(new Set())}>
            {t('allCountries')}
          </Button>
          <Button tone="primary" onClick={onClose}>
            {t('done')}
          </Button>
        </div>
      </div>
    </Sheet>
  )
}
