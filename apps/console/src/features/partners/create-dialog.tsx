import { call } from '@maru/client/api/client'
import { TextField } from '@maru/ui'
import { useState } from 'react'
import { clock } from '../../live/live.ts'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { SelectField } from '../../parts/select-field.tsx'
import { useAllPartners } from './all-partners.ts'
import { ChainBar } from './chain-bar.tsx'
import { RateFields } from './rate-fields.tsx'
import { chainOf, isRate } from './terms.ts'
import { t } from './texts.ts'
import { mondayOf } from './weeks.ts'

/** A new partner: a member of the site, under whom he stands and what he earns. Two persons. */
export function CreatePartnerDialog({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const rows = useAllPartners().filter(({ status }) => status === 'ACTIVE')
  const [form, setForm] = useState({ username: '', name: '', code: '' })
  const [parent, setParent] = useState('')
  const [rates, setRates] = useState({ fee: '', roll: '', loss: '0' })
  const field = (name: keyof typeof form) => ({
    value: form[name],
    onValue: (value: string) => setForm((now) => ({ ...now, [name]: value })),
  })
  const areRates = isRate(rates.fee) && isRate(rates.roll) && isRate(rates.loss)
  const missing =
    form.username.length < 2 || form.name.trim().length < 2
      ? t('needNames')
      : form.code !== '' && !/^[A-Za-z0-9]{4,20}$/.test(form.code)
        ? t('needCode')
        : areRates
          ? null
          : t('needRates')
  const proposal = {
    fee: Number(rates.fee),
    roll: Number(rates.roll),
    loss: Number(rates.loss),
    parentId: parent === '' ? null : Number(parent),
    from: mondayOf(clock.now()),
  }
  return (
    <ActionDialog
      title={t('createTitle')}
      confirm={t('askSecond')}
      done={t('askedSecond')}
      missing={missing}
      run={({ reason, key }) =>
        call('POST /api/console/partner', {
          params: {},
          body: {
            username: form.username,
            name: form.name.trim(),
            ...(form.code !== '' && { code: form.code }),
            ...(proposal.parentId !== null && { parentId: proposal.parentId }),
            feeRate: rates.fee,
            rollRate: rates.roll,
            lossRate: rates.loss,
            reason,
          },
          key,
        })
      }
      onDone={onDone}
      onClose={onClose}
    >
      <div className="fields">
        <TextField label={t('username')} maxLength={20} restriction={{ allow: 'username' }} {...field('username')} />
        <TextField label={t('partnerName')} maxLength={20} {...field('name')} />
      </div>
      <TextField label={t('code')} maxLength={20} hint={t('codeHint')} {...field('code')} />
      <div className="pn-picks">
        <SelectField
          label={t('parent')}
          none={t('headquarters')}
          value={parent}
          choices={rows.map(({ id, name, code }) => ({ value: String(id), label: `${name} ${code}` }))}
          onChange={setParent}
        />
      </div>
      <RateFields value={rates} onValue={setRates} />
      {areRates && <ChainBar parts={chainOf(rows, { name: form.name || t('newOne') }, proposal)} />}
    </ActionDialog>
  )
}
