import { useTexts } from '@maru/client/i18n/texts'
import { FormError, TextField } from '@maru/ui'
import { useState } from 'react'
import type { Days } from './queries.ts'
import { partnerTexts } from './texts.ts'
import { WeekList } from './week-list.tsx'

/** Weeks that end between two days of the reader's choice. */
export function ChosenDays({ first }: { first: Days }) {
  const t = useTexts(partnerTexts)
  const [days, setDays] = useState(first)
  const isWhole = days.from !== '' && days.to !== ''
  return (
    <>
      <div className="ptn-d">
        <TextField
          label={t('from')}
          type="date"
          value={days.from}
          onValue={(from) => setDays({ ...days, from })}
          max={first.to}
        />
        <TextField
          label={t('to')}
          type="date"
          value={days.to}
          onValue={(to) => setDays({ ...days, to })}
          max={first.to}
        />
      </div>
      {isWhole && days.from > days.to && <FormError>{t('periodWrong')}</FormError>}
      {isWhole && days.from <= days.to && <WeekList days={days} />}
    </>
  )
}
