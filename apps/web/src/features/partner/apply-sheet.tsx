import { call } from '@maru/client/api/client'
import { useTexts } from '@maru/client/i18n/texts'
import type { PartnerDetail } from '@maru/contract'
import { Button, FormError, Sheet, TextField, toast } from '@maru/ui'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { appTexts } from '../../shell/texts.ts'
import { treeQuery } from './queries.ts'
import { partnerTexts } from './texts.ts'
import { applicationFault, rateOf } from './words.ts'

interface Props {
  open: boolean
  onClose: () => void
  partner: PartnerDetail
}

/** Asks headquarters for a partner right below the reader. */
export function ApplySheet({ open, onClose, partner }: Props) {
  const t = useTexts(partnerTexts)
  return (
    <Sheet open={open} onClose={onClose} title={t('apply')}>
      <Form onClose={onClose} partner={partner} />
    </Sheet>
  )
}

const empty = { username: '', name: '', code: '', feeRate: '', rollRate: '' }
const mostOf = { username: 20, name: 20, code: 20, feeRate: 8, rollRate: 8 } as const

function Form({ onClose, partner }: Omit<Props, 'open'>) {
  const t = useTexts(partnerTexts)
  const tApp = useTexts(appTexts)
  const cache = useQueryClient()
  const [form, setForm] = useState(empty)
  const [fault, setFault] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const field = (name: keyof typeof empty) => ({
    value: form[name],
    maxLength: mostOf[name],
    autoComplete: 'off',
    onValue: (value: string) => setForm((now) => ({ ...now, [name]: value })),
  })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const wrong = applicationFault(form, partner)
    setFault(wrong && t(wrong))
    if (wrong !== null || busy) return
    setBusy(true)
    try {
      const { code, name, ...rest } = form
      await call('POST /api/partner', { body: { ...rest, name: name.trim(), ...(code !== '' && { code }) } })
      await cache.invalidateQueries({ queryKey: treeQuery.queryKey })
      toast({ title: t('applied') })
      onClose()
    } catch (error) {
      setFault(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className="ptn-f" onSubmit={(event) => void submit(event)} noValidate>
      <TextField label={t('applyUsername')} restriction={{ allow: 'username' }} {...field('username')} />
      <TextField label={t('applyName')} {...field('name')} />
      <TextField label={t('applyCode')} hint={t('applyCodeHint')} {...field('code')} />
      <div className="ptn-d">
        <TextField
          label={t('applyFee')}
          hint={t('applyMost', { rate: rateOf(partner.feeRate) })}
          inputMode="decimal"
          {...field('feeRate')}
        />
        <TextField
          label={t('applyRoll')}
          hint={t('applyMost', { rate: rateOf(partner.rollRate) })}
          inputMode="decimal"
          {...field('rollRate')}
        />
      </div>
      {fault !== null && <FormError>{fault}</FormError>}
      <div className="sheet-a">
        <Button onClick={onClose}>{tApp('cancel')}</Button>
        <Button type="submit" tone="primary" aria-busy={busy}>
          {t('applySend')}
        </Button>
      </div>
    </form>
  )
}
