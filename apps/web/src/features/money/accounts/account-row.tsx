import { call } from '@maru/client/api/client'
import { useTexts } from '@maru/client/i18n/texts'
import type { PayoutAccount } from '@maru/contract'
import { Button, formatDateTime, toast } from '@maru/ui'
import { useState } from 'react'
import { errorText } from '../../../api/error-text.ts'
import { queryClient } from '../../../api/query-client.ts'
import { askConfirm, showAlert } from '../../../shell/alert.tsx'
import { heldUntil, payoutAccountsQuery } from '../queries.ts'
import { accountTexts } from './texts.ts'

/** An account or address: whether money may go to it now, and how to delete it. */
export function AccountRow({ account }: { account: PayoutAccount }) {
  const t = useTexts(accountTexts)
  const [busy, setBusy] = useState(false)
  const { id, label, holder, isVerified, kind } = account
  const until = heldUntil(account)
  const remove = async () => {
    if (busy || !(await askConfirm(t('removeAsk', { label }), t('remove'), t('keep'), 'no'))) return
    setBusy(true)
    try {
      await call('POST /api/wallet/account/delete', { body: { accountId: id } })
      toast({ title: t('removed') })
      await queryClient.invalidateQueries({ queryKey: payoutAccountsQuery.queryKey })
    } catch (error) {
      void showAlert(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <li>
      <span>
        <b className="num">{label}</b>
        {kind === 'BANK' && <small>{holder}</small>}
        <small className="num">
          {!isVerified ? t('unverified') : until === null ? t('ready') : t('held', { time: formatDateTime(until) })}
        </small>
      </span>
      <Button size={36} aria-label={t('removeLabel', { label })} aria-busy={busy} onClick={() => void remove()}>
        {t('remove')}
      </Button>
    </li>
  )
}
