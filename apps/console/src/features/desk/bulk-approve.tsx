import { call } from '@maru/client/api/client'
import type { DeskListRow } from '@maru/contract'
import { Button, toast } from '@maru/ui'
import { useState } from 'react'
import { useNow } from '../../live/use-now.ts'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { useMay } from '../../parts/may.tsx'
import { t } from './texts.ts'
import { isFitForBulk, moneyOf } from './words.ts'

/** As many as one call approves. */
const most = 20

/** Approves small requests at once; what is odd, large, frozen or has not come in is left to be looked at by itself. */
export function BulkApprove({ rows, onDone }: { rows: readonly DeskListRow[]; onDone: () => void }) {
  const [chosen, setChosen] = useState<readonly DeskListRow[] | null>(null)
  const mayPay = useMay('money')
  const now = useNow()
  const fit = rows.filter((row) => isFitForBulk(row, now)).slice(0, most)
  if (!mayPay || (fit.length < 2 && chosen === null)) return null
  return (
    <>
      <Button size={36} onClick={() => setChosen(fit)}>
        {t('bulkApprove', { count: fit.length })}
      </Button>
      {chosen !== null && (
        <ActionDialog
          title={t('bulkTitle')}
          confirm={t('bulkApprove', { count: chosen.length })}
          done={t('bulkDone')}
          canned={[t('whyTxn')]}
          changes={chosen.map((row) => ({
            name: `${row.username} ${row.name}`,
            before: t('request'),
            after: moneyOf(row),
          }))}
          run={({ reason, key }) =>
            call('POST /api/console/dnw/approve_many', {
              params: {},
              body: { reason, requests: chosen.map(({ id, version }) => ({ id, version })) },
              key,
            })
          }
          onDone={({ results }) => {
            const count = results.filter(({ outcome }) => outcome !== 'DONE').length
            if (count > 0) toast({ title: t('bulkLeft', { count }), tone: 'error' })
            onDone()
          }}
          onClose={() => setChosen(null)}
        />
      )}
    </>
  )
}
