import { call, download } from '@maru/client/api/client'
import { Button, Empty, formatMoney, Skeleton } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useKeys } from '../../parts/keys.ts'
import { useMay } from '../../parts/may.tsx'
import { Page } from '../../parts/page.tsx'
import { SaveCsv } from '../../parts/save-csv.tsx'
import { useSiteId } from '../../session/staff.ts'
import { errorText } from '../../session/words.ts'
import { Accounts } from './accounts.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { Moves } from './moves.tsx'
import { Statements } from './statements.tsx'
import './treasury.css'
import { deskPollMs } from '../../live/use-desk.ts'
import { t } from './texts.ts'

/** Money of the house: what it holds, owes and owns, what providers say of it, and moves by two persons. */
export default function TreasuryPage() {
  const siteId = useSiteId()
  const { data, error, refetch } = useQuery({
    queryKey: ['treasury', siteId],
    queryFn: () => call('GET /api/console/treasury'),
    refetchInterval: deskPollMs,
  })
  const [isMoving, setMoving] = useState(false)
  const may = useMay('treasury')
  useKeys([{ key: 'm', label: t('moves'), run: () => setMoving(true) }], may)
  return (
    <Page
      title={t('title')}
      sub={
        data && (
          <span className="sub">
            {t('ownOf', {
              amounts:
                data.equity.map(({ currency, amount }) => formatMoney(amount, currency)).join(' · ') || t('nothing'),
            })}
          </span>
        )
      }
      tools={
        <>
          <SaveCsv
            name={t('accounts')}
            read={(signal) => download('GET /api/console/treasury/account.csv', { signal })}
          />
          {may && (
            <Button tone="primary" size={36} onClick={() => setMoving(true)}>
              {t('moveDots')} <kbd>M</kbd>
            </Button>
          )}
        </>
      }
    >
      {data ? (
        <div className="tre">
          <div className="tre-cols">
            {(['HELD', 'OWED', 'OWN'] as const).map((kind) => (
              <Accounts key={kind} kind={kind} accounts={data.accounts.filter((row) => row.kind === kind)} />
            ))}
          </div>
          <Statements statements={data.statements} />
          <Moves />
        </div>
      ) : error ? (
        <Empty title={t('failed')}>{errorText(error)}</Empty>
      ) : (
        <div className="panel pad-all" aria-busy="true">
          <span className="sr">{t('loading')}</span>
          <Skeleton width="100%" height={240} />
        </div>
      )}
      {isMoving && data && (
        <MoveDialog accounts={data.accounts} onDone={() => void refetch()} onClose={() => setMoving(false)} />
      )}
    </Page>
  )
}
