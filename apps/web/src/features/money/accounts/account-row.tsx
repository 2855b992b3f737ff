import { call } from '@maru/client/api/client'
import { isApiError } from '@maru/client/api/error'
import { useTexts } from '@maru/client/i18n/texts'
import type { PayoutAccount } from '@maru/contract'
import { Button, formatDateTime, Sheet, toast } from '@maru/ui'
import { useState } from 'react'
import { errorText } from '../../../api/error-text.ts'
import { queryClient } from '../../../api/query-client.ts'
import { type StepUp, StepUpForm } from '../../../protection/step-up-form.tsx'
import { askConfirm, showAlert } from '../../../shell/alert.tsx'
import { heldUntil, payoutAccountsQuery } from '../queries.ts'
import { accountTexts } from './texts.ts'

/** An account or address: whether money may go to it now, and how to delete it. */
export function AccountRow({ account }: { account: PayoutAccount }) {
  const t = useTexts(accountTexts)
  const [busy, setBusy] = useState(false)
  const [asksProof, setAsksProof] = useState(false)
  const { id, label, holder, isVerified, kind } = account
  const until = heldUntil(account)
  const remove = async (proof?: StepUp) => {
    await call('POST /api/wallet/account/delete', { body: { accountId: id, ...proof } })
    setAsksProof(false)
    toast({ title: t('removed') })
    await queryClient.invalidateQueries({ queryKey: payoutAccountsQuery.queryKey })
  }
  const begin = async () => {
    if (busy || !(await askConfirm(t('removeAsk', { label }), t('remove'), t('keep'), 'no'))) return
    setBusy(true)
    try {
      await remove()
    } catch (error) {
      if (isApiError(error) && error.code === 'STEP_UP_REQUIRED') setAsksProof(true)
      else void showAlert(errorText(error))
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
      <Button size={36} aria-label={t('removeLabel', { label })} aria-busy={busy} onClick={() => void begin()}>
        {t('remove')}
      </Button>
      <Sheet open={asksProof} title={t('removeLabel', { label })} onClose={() => setAsksProof(false)} className="money">
        {asksProof && <StepUpForm action={t('remove')} onProof={remove} />}
      </Sheet>
    </li>
  )
}
