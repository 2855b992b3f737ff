import { useTexts } from '@maru/client/i18n/texts'
import type { DnwRow } from '@maru/contract'
import { Empty } from '@maru/ui'
import { useState } from 'react'
import { Link } from 'react-router'
import { RowSkeletons } from '../../lists/index.ts'
import { homeTexts } from './home-texts.ts'
import { RequestRow } from './request-row.tsx'
import { RequestSheet } from './request-sheet.tsx'

const shownRows = 5

/** The newest rows of the history that are over. */
export function RecentRequests({ rows, isPending }: { rows: readonly DnwRow[]; isPending: boolean }) {
  const t = useTexts(homeTexts)
  const [shown, setShown] = useState<DnwRow | null>(null)
  return (
    <section aria-labelledby="recent">
      <div className="pad">
        <div className="sec-t">
          <h2 id="recent">{t('recent')}</h2>
          <Link to="/wallet/dnw_history" className="link">
            {t('allRows')}
          </Link>
        </div>
      </div>
      {isPending && <RowSkeletons />}
      {!isPending && rows.length === 0 && <Empty title={t('none')}>{t('noneHint')}</Empty>}
      {rows.slice(0, shownRows).map((row) => (
        <RequestRow key={row.id} row={row} isDated onOpen={() => setShown(row)} />
      ))}
      <RequestSheet row={shown} onClose={() => setShown(null)} />
    </section>
  )
}
