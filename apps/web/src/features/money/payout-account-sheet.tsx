import { call } from '@maru/client/api/client'
import { isApiError } from '@maru/client/api/error'
import { useTexts } from '@maru/client/i18n/texts'
import { Button, FormError, Sheet, TextField } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { queryClient, queryKeys } from '../../api/query-client.ts'
import { bankListQuery } from '../../protection/money-site-query.ts'
import { type StepUp, StepUpForm } from '../../protection/step-up-form.tsx'
import { useSession } from '../../session/store.ts'
import { payoutAccountsQuery } from './queries.ts'
import { withdrawTexts } from './withdraw-texts.ts'

/** Registers the bank account that withdrawals go to; a change holds withdrawals for a while. */
export function PayoutAccountSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTexts(withdrawTexts)
  return (
    <Sheet open={open} title={t('accountTitle')} onClose={onClose} className="money">
      <AccountForm onDone={onClose} />
    </Sheet>
  )
}

function AccountForm({ onDone }: { onDone: () => void }) {
  const t = useTexts(withdrawTexts)
  const me = useSession(({ me }) => me)
  const banks = useQuery(bankListQuery)
  const [bank, setBank] = useState('')
  const [number, setNumber] = useState('')
  const [failure, setFailure] = useState<unknown>(null)
  const [asksCode, setAsksCode] = useState(false)
  const [busy, setBusy] = useState(false)
  const save = async (proof?: StepUp) => {
    const bankInfo = { bankCode: bank, accountNumber: number, holder: me?.name ?? '' }
    const body = { coinName: 'KRW', bankInfo, ...proof }
    await call('POST /api/wallet/generate', { body })
    await queryClient.invalidateQueries({ queryKey: payoutAccountsQuery.queryKey })
    void queryClient.invalidateQueries({ queryKey: queryKeys.wallet })
    onDone()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || bank === '' || number === '') return
    setBusy(true)
    setFailure(null)
    try {
      await save()
    } catch (error) {
      if (isApiError(error) && error.code === 'STEP_UP_REQUIRED') setAsksCode(true)
      else setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  if (asksCode) return <StepUpForm action={t('saveAccount')} onProof={save} />
  return (
    <form className="sheet-f" onSubmit={(event) => void submit(event)} noValidate>
      <label className="lb" htmlFor="payout-bank">
        {t('bank')}
      </label>
      <select id="payout-bank" className="sel" value={bank} onChange={(event) => setBank(event.currentTarget.value)}>
        <option value="">{t('chooseBank')}</option>
        {banks.data?.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
      <TextField
        label={t('accountNumber')}
        value={number}
        onValue={setNumber}
        inputMode="numeric"
        autoComplete="off"
        maxLength={24}
        hint={t('ownNameOnly')}
      />
      {failure !== null && <FormError>{errorText(failure)}</FormError>}
      <Button
        type="submit"
        tone="primary"
        size={52}
        className="wide"
        aria-busy={busy}
        disabled={bank === '' || number.length < 8}
      >
        {t('saveAccount')}
      </Button>
    </form>
  )
}
